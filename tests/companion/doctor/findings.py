"""Summarises the findings of the doctor's checks for tests."""

from collections.abc import Iterable

from companion.doctor import Finding

RANK = ("well", "note", "fault")


def states(findings: Iterable[Finding]) -> dict[str, str]:
    """Return each check's worst state; assert that findings are readable and that faults have advice."""
    worst: dict[str, str] = {}
    for finding in findings:
        worst[finding.check] = max(worst.get(finding.check, "well"), finding.state, key=RANK.index)
        assert finding.in_language() and "{" not in finding.in_language() + finding.advice()
        assert finding.state != "fault" or finding.advice(), "a fault says what to do"
    return worst
