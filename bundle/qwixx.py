"""The command `qwixx` of the bundle, and the process in which the bundle decodes pictures."""

import sys

from companion.desktop import use_system_libraries


def main() -> None:
    """Decode pictures if the first argument is --decode-pictures; otherwise run `qwixx`."""
    use_system_libraries()
    if sys.argv[1:2] == ["--decode-pictures"]:  # from vision.frames.decoder_process
        from vision.frames.decoder_process import answer_requests

        answer_requests(float(sys.argv[2]), int(sys.argv[3]))
        return
    from companion.interruption import take_interrupts

    take_interrupts()
    from companion.cli import main as run_command

    run_command()


main()
