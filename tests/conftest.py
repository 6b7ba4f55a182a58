"""What all tests stand on."""

import signal


def pytest_configure():
    """Let Ctrl-C reach tests and their processes where the run was started with it ignored.

    A shell starts background jobs so; the tests of interrupts would wait for ever.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
