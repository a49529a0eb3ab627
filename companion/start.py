"""The command `qwixx` from its first moment on, before any of its code is loaded."""

from companion.interruption import take_interrupts


def main() -> None:
    """Run `qwixx` on the arguments of this process, and exit."""
    take_interrupts()
    from companion.cli import main as run_command

    run_command()
