"""Reports of what failed, for an error tracker that speaks Sentry's protocol. Off without ``SENTRY_DSN``.

A report is built anew of what may be told, as `config.scrubbing` has it: types and places in the code, the view or
task, the ids that the log lines bear. It holds no variable, body, header, cookie, address, person or breadcrumb.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from django.conf import settings

from config import logs, scrubbing

if TYPE_CHECKING:
    from sentry_sdk.types import Event, Hint

KEPT: Final = ("event_id", "timestamp", "platform", "level", "logger", "environment", "release", "sdk", "transaction")
FRAME: Final = ("filename", "abs_path", "function", "module", "lineno", "in_app", "context_line")


def start() -> None:
    """Begin to report, in a process that serves or works."""
    if not settings.SENTRY_DSN:
        return
    import sentry_sdk  # half a second that nobody pays without it

    sentry_sdk.init(
        settings.SENTRY_DSN,
        send_default_pii=False,
        max_request_body_size="never",
        include_local_variables=False,
        max_breadcrumbs=0,
        auto_session_tracking=False,
        send_client_reports=False,
        before_send=report,
    )


def report(event: Event, hint: Hint) -> Event | None:
    """What is sent in the place of the library's own report."""
    told: dict[str, Any] = {name: value for name, value in event.items() if name in KEPT}
    told["tags"] = logs.about()
    error = _error(hint)
    if error is not None:
        told["exception"] = {"values": [_exception(each) for each in _values(event, error)]}
    elif (record := hint.get("log_record")) is not None:
        told["logentry"] = {"message": logs.ScrubbedLine().message(record)}
    return told  # type: ignore[return-value]


def _error(hint: Hint) -> BaseException | None:
    found = hint.get("exc_info")
    return found[1] if found else None


def _values(event: Event, error: BaseException) -> list[tuple[BaseException, dict[str, Any]]]:
    """Each error of the chain, with what the library says of it."""
    reported = event.get("exception", {}).get("values", [])
    chain = list(scrubbing.chain(error))
    return list(zip(reversed(chain), reversed(reported), strict=False))[::-1]


def _exception(pair: tuple[BaseException, dict[str, Any]]) -> dict[str, Any]:
    error, reported = pair
    frames = (reported.get("stacktrace") or {}).get("frames", [])
    kept = [{name: frame[name] for name in FRAME if name in frame} for frame in frames]
    kind, _, said = scrubbing.words(error).partition(": ")
    return {"type": kind, "module": type(error).__module__, "value": said, "stacktrace": {"frames": kept}}
