"""The kernels against engines by hand in C: ``pytest benches/bench_limit.py``, or as a script.

usage: python benches/bench_limit.py     (prints the table of benches/README.md)
"""

import pytest

from limit.building import X86_64
from limit.contests import CONTESTS, check_alike, timed

HEAD = f"{'':18}{'level':>8}{'kernels ns':>12}{'by hand ns':>12}{'minima':>8}{'median':>8}"


@pytest.mark.skipif(not X86_64, reason="the engines by hand are for x86-64")
@pytest.mark.parametrize("name", CONTESTS)
def bench_by_hand(benchmark, name):
    contest = CONTESTS[name]()
    check_alike(contest)
    best = list(contest.by_hand.values())[-1]
    benchmark(best.do)
    for found in timed(contest):
        benchmark.extra_info[f"share_of_{found.level}"] = round(
            max(found.of_minima, found.median), 2
        )


def main() -> None:
    print(HEAD)
    for make in CONTESTS.values():
        contest = make()
        check_alike(contest)
        for found in timed(contest):
            print(
                f"{contest.name:18}{found.level:>8}{found.kernel_ns:12.1f}{found.by_hand_ns:12.1f}"
                f"{found.of_minima:8.2f}{found.median:8.2f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
