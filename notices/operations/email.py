"""E-mails about notices: at once, or in a digest each day or week.

``Notice.mailed_at`` says that an e-mail about the notice has been given to the mail server, or is being given to it.
It is set under the lock of the person's ``Wishes`` before anything is sent, so that two workers never send one notice
twice. If the mail server does not take the e-mail now, it is taken back, and the next sweep tries again. A worker that
dies in between has claimed what it did not send: that e-mail is missed, and the inbox still has the notices. An e-mail
too few is the lesser evil than the same one again and again.

The sweep looks only at people whose ``Wishes.mail_at`` has come: whoever makes a notice sets it (``look_soon``), a look
sets it ahead to the next digest, or away. Both hold the row, so that no notice slips between. While a club has its
quiet hours what is of it waits, and a digest that would hold any of it waits as a whole.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, time, timedelta
from smtplib import SMTPDataError, SMTPException, SMTPRecipientsRefused
from typing import NamedTuple
from zoneinfo import ZoneInfo

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import signing
from django.core.mail import EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.db.models import Case, F, Q, QuerySet, When
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone

from clubs.models import Membership
from config.common.absolute_urls import absolute, one_line
from notices.models import Notice, Wishes
from notices.selectors.inbox import HappeningText, notices_of, with_names, words
from notices.selectors.kinds import KINDS
from notices.selectors.quiet import club_of, quiet_clubs

logger = logging.getLogger(__name__)

HOUR = 7
"""Digests go out at this hour of each one's own clock, or of their first club's; those of the week on Mondays."""
AS_ONE = timedelta(hours=8)
"""So long a digest is kept together for quiet hours; then what is of an open club goes, the rest when its own opens.
Quiet hours last 16 at most: nothing of it waits longer than a day."""
TOO_OLD = timedelta(days=9)
"""No e-mail about what has waited longer: more than a week, so that the weekly digest has all of it."""
SOON = datetime(1970, 1, 1, tzinfo=UTC)
"""A time to look that has come, whatever the clock says."""
AT_ONCE = 500
"""People whose notices are read together."""
MOST_LINES = 100
"""Of one e-mail; the inbox has the others."""
SUBJECT_LENGTH = 150
SALT = "notices.unsubscribe"

_NEVER_MAILED = [name for name, kind in KINDS.items() if kind.way == "inbox"]


class Letter(NamedTuple):
    """The notices of one e-mail, claimed."""

    user_id: int
    notices: Sequence[Notice]
    claimed_at: datetime
    last_digest: datetime | None
    """When the digest before it went out, to go back to if this one does not."""
    own_zone: str
    """Whose clock it tells times by; empty: each club's."""


def send_due(now: datetime | None = None) -> int:
    """Send every e-mail that is due; how many. Stops when the mail server is away: the next sweep tries again.

    Nobody gets one whose address is not confirmed, or whose account is closed.
    """
    now = now or timezone.now()
    connection = get_connection()
    count = 0
    last: tuple[datetime | None, int] | None = None
    while True:
        due = Wishes.objects.filter(mail_at__lte=now).order_by("mail_at", "pk")
        if last is not None:  # who is still due has been looked at, and waits for the mail server
            due = due.filter(Q(mail_at__gt=last[0]) | Q(mail_at=last[0], pk__gt=last[1]))
        people = list(due.values_list("mail_at", "pk", "user_id")[:AT_ONCE])
        if not people:
            break
        sent = _send([user_id for *_, user_id in people], now, connection)
        count += sent.letters
        if sent.is_away or len(people) < AT_ONCE:
            break
        last = people[-1][0], people[-1][1]
    connection.close()
    return count


class Sent(NamedTuple):
    """What came of one part of a sweep."""

    letters: int
    is_away: bool
    """The mail server."""


def _send(people: Sequence[int], now: datetime, connection: BaseEmailBackend) -> Sent:
    """Send these people what is due."""
    quiet = quiet_clubs(now)
    waiting = _waiting(people, now)
    addresses = dict(_confirmed().filter(user__in=people).values_list("user_id", "email"))
    held = Wishes.objects.filter(user__in=people).annotate(own_zone=F("user__own_clock__time_zone"))
    wishes = {each.user_id: each for each in held}
    zones = _zones(people)
    count = 0
    for user_id in people:
        own = wishes[user_id].own_zone or ""
        zone = own or zones.get(user_id, settings.TIME_ZONE)
        address = addresses.get(user_id, "")
        if not address or not _due(wishes[user_id], waiting[user_id], now, zone, quiet):
            _look_later(user_id, address, now, zone, quiet)
            continue
        try:
            connection.open()
        except OSError as error:
            logger.warning("the mail server is away: %s", error)
            return Sent(count, is_away=True)
        letter = _claim(user_id, now, zone, own, quiet)
        if letter is None:
            continue
        try:
            _message(letter, address, connection).send()
        except (SMTPRecipientsRefused, SMTPDataError) as error:
            if is_for_good(error):
                logger.warning("the mail server refuses the e-mail to person %s for good: %s", user_id, error)
                _note_refusal(letter, error)
            else:
                logger.warning("the mail server does not take the e-mail to person %s now: %s", user_id, error)
                _release(letter)
        except OSError as error:  # SMTPException is one
            logger.warning("the mail server is away: %s", error)
            _release(letter)
            return Sent(count, is_away=True)
        except Exception:
            logger.exception("the e-mail to person %s could not be written", user_id)
            _release(letter)
        else:
            count += 1
            Wishes.objects.filter(user=user_id, refused_at__isnull=False).update(refused_at=None, refusal="")
    return Sent(count, is_away=False)


def look_soon(people: Iterable[int]) -> None:
    """Have the next sweep look at these people, part of an operation that has changed what may be mailed to them."""
    wanted = sorted(people)
    Wishes.objects.bulk_create((Wishes(user_id=user_id) for user_id in wanted), ignore_conflicts=True)
    held = Wishes.objects.filter(user__in=wanted).order_by("pk").select_for_update()
    Wishes.objects.filter(pk__in=[each.pk for each in held.only("pk")]).update(mail_at=SOON)


def look_for_missed(now: datetime) -> int:
    """Have looked at whomever a confirmed address, or an older version, has made somebody to write to; how many.

    Once a day: it reads all notices that have never been mailed.
    """
    unseen = _mailable(now).filter(user__in=_confirmed().values("user_id"))
    people = unseen.exclude(user__wishes__mail_at__isnull=False).order_by().values_list("user_id", flat=True).distinct()
    found = list(people)
    with transaction.atomic():
        look_soon(found)
    return len(found)


def _confirmed() -> QuerySet[EmailAddress]:
    """Where e-mails may go."""
    return EmailAddress.objects.filter(primary=True, verified=True)


def address_of(user_id: int) -> str:
    """Where somebody's e-mails go; empty while no address of theirs is confirmed."""
    return _confirmed().filter(user=user_id).values_list("email", flat=True).first() or ""


class Waits(NamedTuple):
    """A notice that may have to be mailed."""

    kind: str
    at: datetime
    club: int | None
    """Whose quiet hours it keeps."""


_OF_CLUB = Case(When(happening__campaign__isnull=False, then="happening__campaign__club"), default="happening__club")


def _waiting(people: Sequence[int], now: datetime) -> dict[int, list[Waits]]:
    """What may have to be mailed to these people, by person. One query."""
    waiting: dict[int, list[Waits]] = defaultdict(list)
    rows = _mailable(now).filter(user__in=people).exclude(user__wishes__mail=Wishes.Mail.NEVER)
    for user_id, *about in rows.values_list("user_id", "happening__kind", "at", _OF_CLUB):
        waiting[user_id].append(Waits(*about))
    return waiting


def _due(
    wishes: Wishes, waiting: Sequence[Waits], now: datetime, zone: str, quiet: Mapping[int, datetime]
) -> list[Waits]:
    """What of it is mailed now: all that is due, but what keeps a club's quiet hours, and for ``AS_ONE`` the digest
    that it is of."""
    due = [each for each in waiting if _goes_now(wishes, each.kind, each.at, now, zone)]
    of_digest = [each for each in due if wishes.mail != Wishes.Mail.AT_ONCE and KINDS[each.kind].way != "urgent"]
    held = [each for each in due if each.club in quiet]
    is_digest_held = any(each in held for each in of_digest) and not any(
        each.at < last_digest_time(now - AS_ONE, wishes.mail, zone) for each in of_digest
    )
    return [each for each in due if each not in held and not (is_digest_held and each in of_digest)]


def _mailable(now: datetime) -> QuerySet[Notice]:
    """Notices that are unread, not mailed, and not too old to be."""
    found = Notice.objects.filter(mailed_at=None, read_at=None, at__gt=now - TOO_OLD, user__is_active=True)
    return found.exclude(happening__kind__in=_NEVER_MAILED)


def _zones(people: Iterable[int]) -> Mapping[int, str]:
    """The time zone of each one's first club."""
    memberships = Membership.objects.filter(user__in=people).order_by("-joined_at", "-id")
    return dict(memberships.values_list("user_id", "club__time_zone"))


def _local_zone(name: str) -> ZoneInfo:
    """A time zone by its name; UTC for one that this machine does not know."""
    try:
        return ZoneInfo(name)
    except (ValueError, OSError):
        return ZoneInfo("UTC")


def last_digest_time(now: datetime, wish: str, zone: str) -> datetime:
    """When the latest digest was due: today at seven, or yesterday; of the weekly one on Monday."""
    local = now.astimezone(_local_zone(zone))
    day = local.date()
    if wish == Wishes.Mail.WEEKLY:
        day -= timedelta(days=day.weekday())
    due = datetime.combine(day, time(HOUR), local.tzinfo)
    back = timedelta(days=7 if wish == Wishes.Mail.WEEKLY else 1)
    return due if due <= now else datetime.combine(day - back, time(HOUR), local.tzinfo)


def _goes_now(wishes: Wishes, kind: str, at: datetime, now: datetime, zone: str) -> bool:
    """Whether a notice of this kind and time is to be mailed now."""
    if wishes.mail == Wishes.Mail.NEVER or kind in wishes.unwanted:
        return False
    if wishes.mail == Wishes.Mail.AT_ONCE or KINDS[kind].way == "urgent":
        return True
    due = last_digest_time(now, wishes.mail, zone)
    return at < due and (wishes.digest_at is None or wishes.digest_at < due)


def _next_digest(now: datetime, wish: str, zone: str) -> datetime:
    """When the digest after the latest one is due."""
    latest = last_digest_time(now, wish, zone).astimezone(_local_zone(zone))
    day = latest.date() + timedelta(days=7 if wish == Wishes.Mail.WEEKLY else 1)
    return datetime.combine(day, time(HOUR), latest.tzinfo)


def _look_later(user_id: int, address: str, now: datetime, zone: str, quiet: Mapping[int, datetime]) -> None:
    """Note when to look again at somebody to whom nothing goes now."""
    with transaction.atomic():
        wishes = Wishes.objects.select_for_update().get(user_id=user_id)
        rows = _mailable(now).filter(user=user_id).values_list("happening__kind", "at", _OF_CLUB) if address else ()
        left = [Waits(*row) for row in rows]
        if not _due(wishes, left, now, zone, quiet):
            _set_look(wishes, left, now, zone, quiet)


def _set_look(wishes: Wishes, left: Iterable[Waits], now: datetime, zone: str, quiet: Mapping[int, datetime]) -> None:
    """Look again at the next digest where something that is ``left`` waits for it, when quiet hours end that keep it,
    or when it is kept together no longer. Holds the row."""
    waits = [each for each in left if wishes.mail != Wishes.Mail.NEVER and each.kind not in wishes.unwanted]
    due = [each for each in waits if _goes_now(wishes, each.kind, each.at, now, zone)]
    ends = [quiet[each.club] for each in due if each.club is not None and each.club in quiet]
    apart = last_digest_time(now, wishes.mail, zone) + AS_ONE
    times = [*ends, _next_digest(now, wishes.mail, zone), *([apart] if ends and apart > now else [])]
    wishes.mail_at = min(times) if waits else None
    wishes.save(update_fields=["mail_at"])


def _claim(user_id: int, now: datetime, zone: str, own: str, quiet: Mapping[int, datetime]) -> Letter | None:
    """Mark what goes out now as mailed and return it; ``None`` if somebody was quicker, or it is wanted no more.

    ``zone``: whose clock their digests go by; ``own``: the one in which they are told times, if they have said.
    """
    with transaction.atomic():
        wishes = Wishes.objects.select_for_update().get(user_id=user_id)
        muted = set(wishes.muted.values_list("pk", flat=True))
        rows = notices_of(user_id).filter(mailed_at=None, read_at=None, at__gt=now - TOO_OLD, user__is_active=True)
        mailable = with_names(rows.exclude(happening__kind__in=_NEVER_MAILED)).order_by("at", "id")
        wanted = [notice for notice in mailable if notice.happening.campaign_id not in muted]
        waits = {each.pk: Waits(each.happening.kind, each.at, club_of(each.happening)) for each in wanted}
        due = _due(wishes, list(waits.values()), now, zone, quiet)
        found = [each for each in wanted if waits[each.pk] in due]
        _set_look(wishes, [waits[each.pk] for each in wanted if each not in found], now, zone, quiet)
        if not found:
            return None
        Notice.objects.filter(pk__in=[notice.pk for notice in found]).update(mailed_at=now)
        before = wishes.digest_at
        later = [each for each in waits.values() if each not in due and KINDS[each.kind].way != "urgent"]
        is_whole = not any(_goes_now(wishes, each.kind, each.at, now, zone) for each in later)
        if is_whole and any(KINDS[notice.happening.kind].way != "urgent" for notice in found):
            Wishes.objects.filter(pk=wishes.pk).update(digest_at=now)
    return Letter(user_id, found, now, before, own)


def _release(letter: Letter) -> None:
    """Give back what could not be sent, so that the next sweep tries again."""
    with transaction.atomic():
        wishes = Wishes.objects.select_for_update().filter(user_id=letter.user_id).first()
        if wishes is None:
            return
        if wishes.digest_at == letter.claimed_at:
            wishes.digest_at = letter.last_digest
        wishes.mail_at = SOON
        wishes.save(update_fields=["digest_at", "mail_at"])
        Notice.objects.filter(pk__in=[notice.pk for notice in letter.notices], mailed_at=letter.claimed_at).update(
            mailed_at=None
        )


def _note_refusal(letter: Letter, error: SMTPException) -> None:
    """Keep it where whoever runs the site finds it."""
    code = getattr(error, "smtp_code", "") or next(iter(getattr(error, "recipients", {}).values()), ("",))[0]
    refused = {"refused_at": letter.claimed_at, "refusal": f"The mail server refuses it for good ({code})."}
    Wishes.objects.update_or_create(user_id=letter.user_id, defaults=refused)


def again(user_id: int) -> bool:
    """Take up the notices of the last e-mail that was refused for good; ``False`` if there is none."""
    with transaction.atomic():
        wishes = Wishes.objects.select_for_update().filter(user_id=user_id, refused_at__isnull=False).first()
        if wishes is None:
            return False
        Notice.objects.filter(user=user_id, mailed_at=wishes.refused_at).update(mailed_at=None)
        wishes.refused_at, wishes.refusal, wishes.digest_at, wishes.mail_at = None, "", None, SOON
        wishes.save(update_fields=["refused_at", "refusal", "digest_at", "mail_at"])
        return True


def is_for_good(error: SMTPException) -> bool:
    """Whether the mail server will never take it: a code of 500 and more."""
    if isinstance(error, SMTPRecipientsRefused):
        return all(code >= 500 for code, _ in error.recipients.values())
    return isinstance(error, SMTPDataError) and error.smtp_code >= 500


def unsubscribe_path(user_id: int) -> str:
    """Where one click ends all e-mails to a person, whoever is signed in there."""
    return reverse("unsubscribe", args=[signing.dumps(user_id, salt=SALT)])


def _message(letter: Letter, address: str, connection: BaseEmailBackend) -> EmailMultiAlternatives:
    told = words([notice.happening for notice in letter.notices], letter.user_id, letter.own_zone)
    places: dict[tuple[int | None, int | None], list[tuple[HappeningText, str]]] = defaultdict(list)
    for notice in letter.notices[:MOST_LINES]:
        each = told[notice.happening.key]
        campaign, club = notice.happening.campaign_id, notice.happening.club_id
        places[campaign, None if campaign else club].append((each, absolute(each.path)))
    unsubscribe = absolute(unsubscribe_path(letter.user_id))
    context = {
        "places": [(lines[0][0].where, lines) for lines in places.values()],
        "more": max(0, len(letter.notices) - MOST_LINES),
        "inbox": absolute(reverse("notices")),
        "settings": absolute(reverse("notice-settings")),
        "unsubscribe": unsubscribe,
    }
    message = EmailMultiAlternatives(
        subject=_subject([told[notice.happening.key] for notice in letter.notices]),
        body=render_to_string("notices/mail.txt", context),
        to=[address],
        connection=connection,
        headers={
            "List-Unsubscribe": f"<{unsubscribe}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Auto-Submitted": "auto-generated",
        },
    )
    message.attach_alternative(render_to_string("notices/mail.html", context), "text/html")
    return message


def _subject(told: Sequence[HappeningText]) -> str:
    if len(told) == 1:
        return one_line(f"{told[0].where}: {told[0].title}", SUBJECT_LENGTH)
    places = list(dict.fromkeys(each.where for each in told))
    of = places[0] if len(places) == 1 else "Ready Room"
    return one_line(f"{of}: {len(told)} things have happened", SUBJECT_LENGTH)
