"""Fail if a line inside a nogil function still touches the Python C API.

Reads the .html that a build in place leaves beside each .pyx. A line's score counts the C-API
calls it expands to; inside ``noexcept nogil`` code it must be zero.

Usage: check_annotations.py [FOLDER], by default the kernels folder beside this one.
"""

import html
import re
import sys
from pathlib import Path

LINE = re.compile(r'<pre class="cython line score-(\d+)"[^>]*>(.*?)</pre>', re.DOTALL)
HEAD = re.compile(r"^cdef .*nogil:\s*(#.*)?$")
KERNELS = Path(__file__).resolve().parent.parent / "kernels"


def code_lines(page: str) -> list[tuple[int, str, str]]:
    """Return score, line number and code of every line of a page."""
    lines = []
    for score, markup in LINE.findall(page):
        text = html.unescape(re.sub(r"<[^>]+>", "", markup)).rstrip("\n")
        number, _, code = text.lstrip("+").partition(":")
        lines.append((int(score), number.strip(), code.removeprefix(" ")))
    return lines


def python_calls(page: Path) -> list[str]:
    """Return one message per line of nogil code that calls Python."""
    found, header, inside = [], "", False
    for score, number, code in code_lines(page.read_text()):
        if code and not code[0].isspace():
            header, inside = code, False
        elif not (inside or header.split("#")[0].rstrip().endswith(":")):
            header += " " + code.strip()
        if inside and score:
            found.append(f"{page.with_suffix('.pyx')}:{number}: score {score}: {code.strip()}")
        inside = inside or bool(HEAD.match(header))
    return found


def main() -> int:
    """Check every page; return 1 when a line is found, or no page."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else KERNELS
    sources = sorted(folder.rglob("*.pyx"))
    missing = [source for source in sources if not source.with_suffix(".html").exists()]
    for source in missing:
        print(f"{source}: no .html; run setup.py build_ext --inplace")
    found = [
        line
        for source in sources
        if source not in missing
        for line in python_calls(source.with_suffix(".html"))
    ]
    print(*found, sep="\n", end="\n" if found else "")
    print(f"{len(sources)} kernels, {len(found)} lines of nogil code that call Python")
    return 1 if found or missing or not sources else 0


if __name__ == "__main__":
    sys.exit(main())
