"""The command line as a process: signals, pipes, terminals and memory."""

import os
import pty
import re
import resource
import signal
import subprocess
import sys
import time

import pytest

from undertow_kernels.core.game import CHECKED

SANITIZED = CHECKED or "LD_PRELOAD" in os.environ
PYTHON = [sys.executable]
UNDERTOW = [*PYTHON, "-m", "undertow"]
LONG = ["run", "poseidon", "-n", "5000000", "--seed", "7"]
QUICK = ["run", "poseidon", "-n", "20", "--seed", "7", "--set", "round_cap=5"]


@pytest.fixture(scope="module")
def env():
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


def run(arguments, env, program=UNDERTOW, **more):
    more = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **more}
    return subprocess.run(
        [*program, *arguments], env=env, text=True, timeout=60, check=False, **more
    )


def start(arguments, env, program=UNDERTOW):
    pipe = subprocess.PIPE
    return subprocess.Popen([*program, *arguments], env=env, stdout=pipe, stderr=pipe, text=True)


TELLING = f"""
import sys, undertow.cli as cli, undertow.cli.questions as questions
simulate = questions.simulate
def telling(*args, progress, **more):
    def tell(finished, games):
        if finished:
            print("going", flush=True)
    return simulate(*args, progress=tell, **more)
questions.simulate = telling
sys.argv[1:] = {LONG!r}
sys.exit(cli.main())
"""


@pytest.mark.parametrize(
    "signals", [["SIGINT"], ["SIGINT"] * 3, ["SIGTERM"], ["SIGTERM", "SIGINT"]], ids=" ".join
)
def test_ctrl_c_stops_within_half_a_second_and_keeps_what_was_finished(env, signals):
    process = start(["-c", TELLING], env, PYTHON)
    assert process.stdout.readline() == "going\n"
    asked = time.perf_counter()
    for name in signals:
        process.send_signal(signal.Signals[name])
    out, err = process.communicate(timeout=30)
    assert time.perf_counter() - asked < 0.5
    assert process.returncode == 130
    said = re.fullmatch(
        r"undertow: interrupted: ([\d,]+) of 5,000,000 games finished and kept\n", err
    )
    assert said
    assert f"{said[1]} games, seed 7" in out
    assert out.splitlines()[-1].startswith("reproduce: undertow run poseidon -p 4 -n ")


def test_sigterm_stops_what_ignores_ctrl_c_as_a_job_in_the_background_does(env):
    process = start(
        ["-c", f"import signal; signal.signal(2, signal.SIG_IGN){TELLING}"], env, PYTHON
    )
    assert process.stdout.readline() == "going\n"
    process.send_signal(signal.SIGINT)
    process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert err.endswith("finished and kept\n")
    assert out.splitlines()[-1].startswith("reproduce: ")


MANY = ["-p", "3", "-a", "random", "--seed", "7"]
GRID = ["--vary", "provisions=1,3", "--vary", "token_limit=1,4"]
QUESTIONS = {  # module, arguments, games that are finished when the signal comes
    "compare": ("questions", [*MANY, "--set", "provisions=2", "-n", "5000000"], 2000),
    "sweep": ("sweep", [*MANY, "--vary", "provisions=1,2", "-n", "30000"], 65_000),
    "sweep sensitivity": (
        "sweep",
        [*MANY, *GRID, "--sensitivity", "-n", "2000"],
        40_000,
    ),
    "value": ("value", [*MANY, "--of", "turn", "-n", "1000000"], 5000),
    "value price": ("value", [*MANY, "--of", "turn", "-n", "3000"], 12_001),
}
KEPT = {
    "compare": r"interrupted: [1-9][\d,]* of 5,000,000 games finished in both arms and kept",
    "sweep": r"interrupted: 1 of 2 cells finished and kept(; not the next, which has .* games)?",
    "sweep sensitivity": r"interrupted: [5-9] of 10 samples finished and kept",
    "value": r"interrupted: [1-9][\d,]* of 1,000,000 games finished .* kept; no price yet",
    "value price": r"interrupted: 3,000 of 3,000 games finished .* kept; [1-9] handicaps? tried",
}


@pytest.mark.parametrize("question", QUESTIONS)
def test_ctrl_c_keeps_and_shows_what_a_question_has_finished(env, question):
    module, arguments, enough = QUESTIONS[question]
    name = question.split()[0]
    function = "sensitivity" if question.endswith("sensitivity") else name
    code = (
        f"import sys, undertow.cli as cli, undertow.cli.{module} as module\n"
        f"ask = module.{function}\n"
        "def telling(*args, progress=None, **more):\n"
        "    played = {'before': 0, 'now': 0}\n"
        "    def tell(finished, games):\n"
        "        if finished < played['now']:\n"
        "            played['before'] += played['now']\n"
        "        played['now'] = finished\n"
        f"        if played['before'] + finished >= {enough}:\n"
        "            print('going', flush=True)\n"
        "    return ask(*args, progress=tell, **more)\n"
        f"module.{function} = telling\n"
        f"sys.exit(cli.main(['{name}', 'alarm', *{arguments!r}]))"
    )
    process = start(["-c", code], env, PYTHON)
    assert process.stdout.readline() == "going\n"
    asked = time.perf_counter()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert time.perf_counter() - asked < 5
    assert process.returncode == 130
    assert re.fullmatch(f"undertow: {KEPT[question]}\n", err)
    shown = out.replace("going\n", "")
    assert shown.startswith("Kraken-Alarm: 3 players")
    assert shown.splitlines()[-1].startswith(f"reproduce: undertow {name} alarm -p 3 ")


@pytest.mark.parametrize("wait", [0, 0.05, 0.1])
def test_a_burst_of_ctrl_c_neither_hangs_nor_loses_the_games(env, wait):
    process = start(["-c", TELLING], env, PYTHON)
    assert process.stdout.readline() == "going\n"
    time.sleep(wait)
    for _ in range(40):
        process.send_signal(signal.SIGINT)
        ends = time.perf_counter() + 20e-6
        while time.perf_counter() < ends:
            pass
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert re.fullmatch(r"undertow: interrupted: [\d,]+ of 5,000,000 games .* kept\n", err)
    assert out.splitlines()[-1].startswith("reproduce: ")


@pytest.mark.parametrize("number", ["SIGINT", "SIGTERM"])
@pytest.mark.parametrize(
    "module", ["numpy", "click", "undertow_kernels.core.game", "undertow.game"]
)
def test_ctrl_c_during_the_imports_is_one_line_and_exit_130(env, module, number):
    code = (
        "import os, signal, sys\n"
        "class Interrupting:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        f"        if name == {module!r}: os.kill(os.getpid(), signal.{number})\n"
        "sys.meta_path.insert(0, Interrupting())\n"
        f"sys.argv[1:] = {QUICK!r}\n"
        "from undertow.cli import main\n"
        "sys.exit(main())"
    )
    done = run(["-c", code], env, PYTHON)
    assert (done.returncode, done.stdout) == (130, "")
    assert done.stderr == "undertow: interrupted before it was finished\n"


def test_ctrl_c_while_a_finished_run_is_shown_does_not_lose_it(env):
    code = (
        "import os, signal, sys, undertow.cli as cli, undertow.cli.questions as questions\n"
        "show = questions.show_run\n"
        "def interrupted(*args, **more):\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n"
        "    show(*args, **more)\n"
        "questions.show_run = interrupted\n"
        f"sys.exit(cli.main({QUICK!r}))"
    )
    done = run(["-c", code], env, PYTHON)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1].startswith("reproduce: ")


def test_ctrl_c_that_the_caller_ignores_stays_ignored(env):
    code = (
        "import os, signal, sys, undertow.cli as cli\n"
        "signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
        "os.kill(os.getpid(), signal.SIGINT)\n"
        f"code = cli.main({QUICK!r})\n"
        "sys.exit(code or signal.getsignal(signal.SIGINT) is not signal.SIG_IGN)"
    )
    assert run(["-c", code], env, PYTHON).returncode == 0


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_a_signal_after_the_answer_does_not_change_the_exit_code(env, name):
    code = (
        "import os, signal, sys, undertow.cli as cli\n"
        f"sys.argv[1:] = {QUICK!r}\n"
        "code = cli.main()\n"
        f"os.kill(os.getpid(), signal.{name})\n"
        "sys.exit(code)"
    )
    assert run(["-c", code], env, PYTHON).returncode == 0


def test_who_calls_main_with_arguments_keeps_its_sigterm(env):
    code = (
        "import os, signal, undertow.cli as cli, undertow.cli.questions as questions\n"
        "def stop(*args, **more): os.kill(os.getpid(), signal.SIGTERM)\n"
        "questions.simulate = stop\n"
        f"cli.main({QUICK!r})"
    )
    assert run(["-c", code], env, PYTHON).returncode == -signal.SIGTERM


def test_sigterm_ends_what_an_agent_has_forked(env, tmp_path):
    agent = tmp_path / "forking.py"
    agent.write_text(
        "import multiprocessing, time\n"
        "context = multiprocessing.get_context('fork')\n"
        "class Forking:\n"
        "    def act(self, view, legal, rng):\n"
        "        other = context.Process(target=time.sleep, args=(60,))\n"
        "        other.start(); other.terminate(); other.join()\n"
        "        assert other.exitcode == -15\n"
        "        return 0\n"
    )
    done = run(["run", "alarm", "-p", "2", "-n", "1", "-a", f"{agent}:Forking", "-q"], env)
    assert done.returncode == 0


def test_sigterm_stops_a_command_inside_a_callback_of_another_study(env):
    code = (
        "import os, signal, sys, undertow as ut, undertow.cli as cli\n"
        "def inside(finished, games):\n"
        "    if not finished: return\n"
        "    import undertow.cli.questions as questions\n"
        "    simulate = questions.simulate\n"
        "    def telling(*args, progress, **more):\n"
        "        end = lambda *_: os.kill(os.getpid(), signal.SIGTERM)\n"
        "        return simulate(*args, progress=end, **more)\n"
        "    questions.simulate = telling\n"
        f"    sys.argv[1:] = {LONG!r}\n"
        "    os._exit(cli.main())\n"
        "ut.simulate('alarm', players=2, games=200_000, seed=1, agents='random', progress=inside)"
    )
    assert run(["-c", code], env, PYTHON).returncode == 130


def test_ctrl_c_before_the_first_game_says_so_without_a_traceback(env):
    code = (
        "import sys, undertow.cli as cli, undertow.cli.questions as questions\n"
        "def stop(*args, **more): raise KeyboardInterrupt\n"
        "questions.simulate = stop\n"
        f"sys.exit(cli.main({LONG!r}))"
    )
    done = run(["-c", code], env, PYTHON)
    assert (done.returncode, done.stdout) == (130, "")
    assert done.stderr == "undertow: interrupted before it was finished\n"


@pytest.mark.parametrize("arguments", [["rules", "poseidon"], QUICK, [*QUICK, "--json"]])
def test_a_closed_pipe_is_quiet(env, arguments):
    process = start(arguments, env)
    process.stdout.close()
    err = process.stderr.read()
    process.stderr.close()
    assert process.wait(timeout=30) == 0
    assert err == ""


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_a_full_disk_is_one_line_and_exit_1(env):
    with open("/dev/full", "w") as full:
        done = run(QUICK, env, stdout=full)
    assert done.returncode == 1
    assert done.stderr == "undertow: cannot write the results: No space left on device\n"


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_a_message_that_cannot_be_written_keeps_its_exit_code(env):
    with open("/dev/full", "w") as full:
        assert run(["bogus"], env, stderr=full).returncode == 2


def test_a_message_to_a_closed_stream_keeps_its_exit_code(env):
    done = run(["-c", 'exec "$0" -m undertow bogus 2>&-', sys.executable], env, ["/bin/sh"])
    assert done.returncode == 2


def test_without_a_terminal_nothing_is_drawn(env):
    done = run(QUICK, env)
    assert (done.returncode, done.stderr) == (0, "")
    assert "\x1b" not in done.stdout


def on_terminal(arguments, env):
    """Return what a command writes when stdout and stderr are one terminal."""
    parent, child = pty.openpty()
    process = subprocess.Popen([*UNDERTOW, *arguments], env=env, stdout=child, stderr=child)
    os.close(child)
    written = b""
    while True:
        try:
            part = os.read(parent, 4096)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        written += part
    os.close(parent)
    assert process.wait(timeout=60) == 0
    return written.decode()


@pytest.fixture(scope="module")
def terminal(env):
    env = {k: v for k, v in env.items() if k not in ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE")}
    return {**env, "TERM": "xterm-256color", "COLUMNS": "100"}


def test_a_terminal_gets_a_progress_bar_with_a_rate(terminal):
    assert "games/s" in on_terminal([*QUICK, "-n", "3000"], terminal)


def test_quiet_draws_no_bar(terminal):
    assert "games/s" not in on_terminal([*QUICK, "-n", "3000", "-q"], terminal)


def test_no_color_is_honoured(terminal):
    colour = re.compile(r"\x1b\[[\d;]*3\dm")
    assert colour.search(on_terminal([*QUICK, "-n", "3000"], terminal))
    assert not colour.search(on_terminal([*QUICK, "-n", "3000"], {**terminal, "NO_COLOR": "1"}))


def test_names_that_the_terminal_cannot_print_do_no_harm(env):
    done = run(QUICK, {**env, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("stream", ["1", "2"])
def test_a_stream_closed_from_the_start_does_no_harm(env, stream):
    command = f'exec "$0" -m undertow games {stream}>&-'
    done = run(["-c", command, sys.executable], env, ["/bin/sh"])
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(SANITIZED, reason="sanitizers need memory of their own")
def test_a_hundred_thousand_games_stay_far_below_300_megabytes(env):
    code = (
        "import undertow\n"
        "r = undertow.simulate('poseidon', games=100_000, seed=7, rules={'round_cap': 1})\n"
        "repr(r), r.order(), r.length, r.endings\n"
        "print(open('/proc/self/status').read().split('VmHWM:')[1].split()[0])"
    )
    done = run(["-c", code], env, PYTHON)
    assert int(done.stdout) * 1024 < 150e6


@pytest.mark.skipif(SANITIZED, reason="sanitizers reserve the whole address space")
def test_more_games_than_memory_are_refused_in_one_line(env):
    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (3 * 2**30, 3 * 2**30))

    done = run(["run", "poseidon", "-n", "100000000"], env, preexec_fn=limit)
    assert done.returncode == 1
    assert done.stderr.startswith("undertow: not enough memory for that many games")
    assert done.stderr.count("\n") == 1


@pytest.mark.skipif(SANITIZED, reason="sanitizers reserve the whole address space")
def test_more_threads_than_memory_holds_are_no_failure(env):
    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (2**30, 2**30))

    many = ["run", "poseidon", "-n", "200000", "-a", "random", "--set", "round_cap=1"]
    done = run([*many, "--threads", "1024", "--json"], env, preexec_fn=limit)
    assert (done.returncode, done.stderr) == (0, "")


def test_wrong_arguments_leave_no_traceback(env):
    done = run(["run", "poseidon", "--set", "wave_capcity=9"], env)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "undertow: unknown rule 'wave_capcity' for poseidon; did you mean 'wave_capacity'?\n"
    )
