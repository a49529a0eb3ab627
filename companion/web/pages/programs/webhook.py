"""Sends events at the table to a device on the local network: `qwixx table --webhook URL`."""

import http.client
import ipaddress
import json
import logging
import socket
import ssl
import threading
from collections.abc import Iterator
from itertools import pairwise, takewhile
from urllib.parse import SplitResult, urlsplit

from companion.rules.mark import PASS
from companion.table.events import GameTakenUp
from companion.table.secrecy import are_choices_hidden
from companion.table.state import Table
from companion.table.timeline import Timeline
from companion.web.pages.programs.state import present_state, winners
from companion.web.session.session import Session
from sheets.errors import BadInput


def news(before: Timeline | None, now: Timeline) -> Iterator[tuple[Timeline, dict[str, object]]]:
    """Yield each event since `before` (None for a new game), oldest first, as (timeline after it, event).

    Yield nothing if `before` and `now` have no event in common.
    """
    known = {id(each.present.last_event) for each in before.history()} if before else set()

    def is_new(moment: Timeline) -> bool:
        event = moment.present.last_event
        return id(event) not in known and not isinstance(event, GameTakenUp)

    new = [*takewhile(is_new, now.history())][::-1]
    if not new or (before and new[0].past is None):
        return
    for earlier, later in pairwise([new[0].past or new[0], *new]):
        for event in _between(earlier.present, later.present):
            yield later, event


def _between(before: Table, after: Table) -> Iterator[dict[str, object]]:
    if after.current_roll is not None and after.current_roll is not before.current_roll:
        yield {"event": "roll", "player": after.active, "roll": after.current_roll.roll}
    had, has = (() if are_choices_hidden(table) else table.turn_decisions for table in (before, after))
    for _, decided in (choice for choice in has if choice not in had):
        if decided.decision != PASS:
            yield {"event": "mark", "player": decided.player, "mark": decided.mark}
    for row in after.position.closed:
        if row not in before.position.closed:
            yield {"event": "lock", "row": row}
    if after.position.end is not None and before.position.end is None:
        yield {"event": "end", "reason": after.position.end.reason, "winners": [*winners(after)]}


FORMAT = "qwixx-event/1"
"""The name of the events' format. Within version 1, entries are never removed or changed, only added."""
NETWORKS = "10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 127.0.0.0/8 169.254.0.0/16 ::1/128 fc00::/7 fe80::/10"
PRIVATE = tuple(map(ipaddress.ip_network, NETWORKS.split()))
"""Networks on which a receiver may be: private (RFC 1918, RFC 4193), loopback, link-local."""
SECONDS = 5.0
"""Timeout in seconds for each network operation of a request."""
MOST_EVENTS = 64
"""Maximum number of events (a few turns) that wait for a slow receiver; the oldest are dropped."""
_LOG = logging.getLogger(__name__)


def checked_url(text: str) -> SplitResult:
    """Return the parsed address of a receiver. Raise BadInput if the address is malformed or not private."""
    try:
        url = urlsplit(text)
        has_port = url.port != 0
    except ValueError:
        has_port = False
    if not has_port or url.scheme not in ("http", "https") or not url.hostname or url.username is not None:
        example = "http://192.168.1.5:8123/api/webhook/qwixx"
        raise BadInput(
            "“{url}” is not an address to send to; write it like {example}.", url=text, example=example
        )
    try:
        private_address(url)
    except PermissionError:
        raise BadInput(
            "--webhook sends to private addresses only, and {host} is not one.", host=url.hostname
        ) from None
    except OSError:
        pass  # the receiver may be available later
    return url


def private_address(url: SplitResult) -> tuple[str, int]:
    """Return a receiver's first private IP address, and the port.

    Raise PermissionError if the receiver has no private address, or OSError if its name can't be resolved.
    """
    default = 443 if url.scheme == "https" else 80
    for *_, place in socket.getaddrinfo(url.hostname, url.port or default, type=socket.SOCK_STREAM):
        address = ipaddress.ip_address(str(place[0]).partition("%")[0])
        if any((getattr(address, "ipv4_mapped", None) or address) in network for network in PRIVATE):
            return str(place[0]), int(place[1])
    raise PermissionError(f"{url.hostname} is no private address")


class CheckedConnection(http.client.HTTPConnection):
    """A connection that checks the IP address to which it connects, so DNS can't lead it elsewhere."""

    def __init__(self, url: SplitResult) -> None:
        super().__init__(url.netloc)
        self._url = url

    def connect(self) -> None:
        self.sock = socket.create_connection(private_address(self._url), SECONDS)
        if self._url.scheme == "https":
            context = ssl.create_default_context()
            self.sock = context.wrap_socket(self.sock, server_hostname=self._url.hostname)


class Webhook:
    """Sends new events from its own thread; the table never waits for the receiver."""

    def __init__(self, session: Session, url: SplitResult) -> None:
        self._session, self._url, self._fails = session, url, False
        self._game, (self._seen, self._number, _) = session.game, session.now()
        threading.Thread(target=self._run, name="webhook", daemon=True).start()

    def _run(self) -> None:
        session = self._session
        while not session.closed:
            session.wait_until(lambda: session.number != self._number)
            game, (timeline, number, _) = session.game, session.now()
            events = [*news(self._seen if game == self._game else None, timeline)] if timeline else []
            self._seen, self._game, self._number = timeline, game, number
            if len(events) > MOST_EVENTS:
                _LOG.warning("webhook: %d events are dropped, because more wait", len(events) - MOST_EVENTS)
            for moment, event in events[-MOST_EVENTS:]:
                state = present_state(moment, game, number)
                if session.closed or not self._send({"format": FORMAT, **event, "state": state}):
                    break

    def _send(self, event: dict[str, object]) -> bool:
        """Send one event; return False if that fails. Only the first failure in a row is logged."""
        connection, problem = CheckedConnection(self._url), ""
        place = f"{self._url.path or '/'}{'?' if self._url.query else ''}{self._url.query}"
        try:
            connection.request("POST", place, json.dumps(event), {"Content-Type": "application/json"})
            status = connection.getresponse().status
            problem = f"it answers {status}" if status >= 300 else ""
        except (OSError, http.client.HTTPException) as error:
            problem = str(error)
        finally:
            connection.close()
        if problem and not self._fails:
            _LOG.warning("webhook: %s gets no events: %s", self._url.netloc, problem)
        self._fails = bool(problem)
        return not problem
