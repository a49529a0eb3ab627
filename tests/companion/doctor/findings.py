"""What checks of the doctor found, in short."""

from collections.abc import Iterable

from companion.doctor import Finding

RANK = ("well", "note", "fault")


def states(findings: Iterable[Finding]) -> dict[str, str]:
    """Return the worst state of each check; assert that findings are readable and faults come with advice."""
    worst: dict[str, str] = {}
    for finding in findings:
        worst[finding.check] = max(worst.get(finding.check, "well"), finding.state, key=RANK.index)
        assert finding.in_language() and "{" not in finding.in_language() + finding.advice()
        assert finding.state != "fault" or finding.advice(), "a fault says what to do"
    return worst
