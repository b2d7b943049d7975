"""The administration: there for the owner of the site, and for nobody else; it shows no secret and writes nothing."""

from __future__ import annotations

import re

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.contrib.auth import get_user
from django.contrib.auth.models import User
from django.test import Client, RequestFactory
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from accounts.operations import sign_in_links
from accounts.selectors.exports import everything_about
from campaigns.operations import journal, pictures, players
from campaigns.standing.kinds import NoteWritten
from clubs.operations import clubs
from missions.models import Comment, Draft, Mission, Orders
from missions.operations import comments, drafts
from missions.operations.orders import sign_orders
from notices.models import Webhook
from notices.operations.outbox import tell
from notices.tasks import tell_all
from tests import make
from tests.accounts.people import app_for
from tests.cast import Cast

OWNS_SITE = "chief"


@pytest.fixture
def chief(db: None) -> User:
    return User.objects.create_superuser(OWNS_SITE, password=OWNS_SITE)


def addresses(patterns: list[URLPattern | URLResolver], prefix: str = "/") -> list[str]:
    """Every address, with a 1 where it takes something."""
    found = []
    for pattern in patterns:
        route = re.sub(r"\(\?P<\w+>(\w+)[^)]*\)", r"\1", str(pattern.pattern)).strip("^$")
        path = prefix + re.sub(r"<[^>]*>", "1", route)
        if isinstance(pattern, URLResolver):
            found += addresses(pattern.url_patterns, path)
        else:
            found.append(path)
    return found


def office() -> list[str]:
    return next(
        addresses([each])
        for each in get_resolver().url_patterns
        if isinstance(each, URLResolver)
        for each in each.url_patterns
        if isinstance(each, URLResolver) and each.namespace == "admin"
    )


@pytest.mark.slow("asks for every address of the office four times")
@pytest.mark.parametrize(
    "person",
    ["umpire", pytest.param("owner", marks=pytest.mark.sweep), pytest.param("stranger", marks=pytest.mark.sweep)],
)
def test_no_address_of_the_office_opens_to_anybody_but_the_owner_of_the_site(
    person: str, cast: Cast, chief: User, client: Client
):
    make.drawn(make.club(cast))
    User.objects.filter(pk=cast.umpire.pk).update(is_staff=True)
    client.force_login(getattr(cast, person))
    nobody, found = Client(), office()
    assert len(found) > 100
    assert "/admin/auth/user/1/close/" in found
    for url in found:
        for method in ("get", "post"):
            answer = getattr(nobody, method)(url)
            assert answer.status_code == 302, url
            assert answer["Location"].startswith(f"{reverse('sign-in')}?next="), url
            assert getattr(client, method)(url).status_code == 404, (method, url)


def test_the_owner_of_the_site_who_signs_in_comes_to_the_office(chief: User, client: Client):
    door = client.get(reverse("admin:index"))["Location"]
    answer = client.post(door, {"login": OWNS_SITE, "password": OWNS_SITE, "next": reverse("admin:index")})
    assert answer["Location"] == reverse("admin:index")
    page = client.get(reverse("admin:index"))
    assert page.status_code == 200
    assert "Ready Room: administration" in page.content.decode()
    assert "<script>" not in page.content.decode()


def test_the_second_factor_guards_the_office_too(chief: User, client: Client):
    client.force_login(chief)
    app_for(client, OWNS_SITE)
    visitor = Client()
    answer = visitor.post(reverse("sign-in"), {"login": OWNS_SITE, "password": OWNS_SITE, "next": "/admin/"})
    assert answer["Location"] == reverse("mfa_authenticate")
    assert visitor.get("/admin/")["Location"].startswith(reverse("sign-in"))


@pytest.mark.portable
def test_every_list_and_every_row_can_be_read_and_none_but_people_changed(
    cast: Cast, chief: User, client: Client, django_assert_max_num_queries
):
    mission = make.flown(make.club(cast))
    clubs.found(actor=cast.owner, name="The Mess")
    client.force_login(chief)
    read = 0
    request = RequestFactory().get("/")
    for model, pages in admin.site._registry.items():
        at = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        with django_assert_max_num_queries(12):
            assert client.get(reverse(f"{at}_changelist")).status_code == 200
        assert client.get(reverse(f"{at}_add")).status_code == 403
        for row in pages.get_queryset(request)[:2]:
            page = client.get(reverse(f"{at}_change", args=(row.pk,)))
            assert page.status_code == 200
            if model is not User:
                assert client.post(reverse(f"{at}_change", args=(row.pk,)), {}).status_code == 403
                assert 'name="_save"' not in page.content.decode()
                read += 1
            if model is not Authenticator:
                assert client.post(reverse(f"{at}_delete", args=(row.pk,)), {"post": "yes"}).status_code == 403
    assert read > 10
    assert Mission.objects.get(pk=mission.pk).status == Mission.Status.FLOWN


@pytest.mark.portable
def test_the_office_shows_no_secret(cast: Cast, chief: User, client: Client):
    member = Client()
    member.force_login(cast.reader)
    secret = app_for(member, "reader")
    mission = make.planned(make.club(cast))
    Orders.objects.filter(mission=mission).update(document={"units": "KEPT-SECRET"})
    Mission.objects.filter(pk=mission.pk).update(seed=7_777_777_777)
    type(mission.campaign).objects.update(seed=7_777_777_777, public_key="KEPT-SECRET")
    Webhook.objects.create(
        campaign=mission.campaign, url="https://hooks.example/KEPT-SECRET", secret="KEPT-SECRET", made_by=cast.owner
    )
    client.force_login(chief)
    for model in admin.site._registry:
        at = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        pages = [reverse(f"{at}_changelist")]
        pages += [reverse(f"{at}_change", args=(row.pk,)) for row in model._default_manager.all()[:5]]
        for url in pages:
            text = client.get(url).content.decode()
            for kept in (secret, "KEPT-SECRET", "7777777777", cast.reader.password, "md5$"):
                assert kept not in text, url


def seen(client: Client) -> dict[str, str]:
    """Every list of the office, and every row in it."""
    pages = {}
    request = RequestFactory().get("/")
    for model, registered in admin.site._registry.items():
        at = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        rows = [reverse(f"{at}_change", args=(row.pk,)) for row in registered.get_queryset(request)[:20]]
        for url in [reverse(f"{at}_changelist"), *rows]:
            pages[url] = re.sub(r'name="csrfmiddlewaretoken" value="[^"]*"', "", client.get(url).content.decode())
    return pages


def test_what_a_side_plans_and_says_among_itself_changes_nothing_in_the_office(cast: Cast, chief: User, client: Client):
    mission = make.planned(make.club(cast, make.PERIODS))
    client.force_login(chief)
    seen(client)
    before = seen(client)
    sign_orders(actor=cast.axis, mission=mission, side="axis", document=make.orders(mission, "axis"))
    Draft.objects.create(mission=mission, side="axis", document={}, by=cast.axis, at=timezone.now())
    Comment.objects.create(
        campaign=mission.campaign, mission=mission, side="axis", author=cast.axis, text="Hush.", at=timezone.now()
    )
    tell("part-in", "a test", campaign=mission.campaign, side="axis", mission=mission.number, actor=cast.axis)
    batch = journal.Batch(mission.campaign, cast.axis)
    batch.add(NoteWritten(text="Hush."), side="axis")
    batch.write()
    assert seen(client) == before


@pytest.mark.portable
def test_what_the_office_hands_out_of_somebody_tells_nothing_of_what_their_side_plans(
    cast: Cast, chief: User, client: Client
):
    def told() -> str:
        address = reverse("admin:auth_user_data", args=(cast.axis.pk,))
        return re.sub(r'"made_at": "[^"]*"', "", client.get(address).content.decode())

    mission = make.drawn(make.club(cast, make.PERIODS))
    campaign = mission.campaign
    client.force_login(chief)
    tell_all()
    before = told()
    orders = make.orders(mission, "axis")
    drafts.save_draft(actor=cast.axis, mission=mission, side="axis", document=orders)
    sign_orders(actor=cast.axis, mission=mission, side="axis", document=orders)
    comments.comment(actor=cast.axis, campaign=campaign, mission=mission, text="Hush.", side="axis")
    comments.comment(actor=cast.umpire, campaign=campaign, mission=mission, text="Hush, too.", side="axis")
    man = campaign.pilots.filter(side="axis", on_roster=True)[0]
    players.give_pilot(actor=cast.axis, campaign=campaign, pilot=man, player=cast.axis)
    pictures.set_portrait(actor=cast.axis, campaign=campaign, pilot=man, file=make.picture())
    tell_all()
    assert told() == before
    own = everything_about(cast.axis)
    assert [each["side"] for each in own["campaigns"]["pictures"]] == ["axis"]
    assert [len(own["missions"][what]) for what in ("orders", "drafts")] == [1, 1]
    assert [each["text"] for each in own["written"]["comments"]] == ["Hush."]


def change(client: Client, person: User, **ticked: str) -> None:
    client.post(reverse("admin:auth_user_change", args=(person.pk,)), ticked)


def test_an_account_is_locked_and_opened_again(cast: Cast, chief: User, client: Client):
    client.force_login(chief)
    member = Client()
    member.force_login(cast.reader)
    change(client, cast.reader)
    assert not get_user(member).is_authenticated
    refused = Client().post(reverse("sign-in"), {"login": "reader", "password": "reader"}, follow=True)
    assert "This account has been locked" in refused.content.decode()
    change(client, cast.reader, is_active="on")
    assert Client().post(reverse("sign-in"), {"login": "reader", "password": "reader"})["Location"] == reverse("home")


@pytest.mark.portable
def test_another_becomes_owner_of_the_site(cast: Cast, chief: User, client: Client):
    client.force_login(chief)
    change(client, cast.reader, is_active="on", is_superuser="on")
    client.force_login(cast.reader)
    assert client.get(reverse("admin:index")).status_code == 200


def test_the_site_never_loses_its_last_owner(chief: User, client: Client):
    client.force_login(chief)
    change(client, chief, is_active="on")
    chief.refresh_from_db()
    assert chief.is_superuser
    page = client.get(reverse("admin:index")).content.decode()
    assert "The site needs an owner" in page
    assert "was changed successfully" not in page


@pytest.mark.portable
def test_nobody_shuts_themselves_out(cast: Cast, chief: User, client: Client):
    User.objects.filter(pk=cast.owner.pk).update(is_superuser=True)
    client.force_login(chief)
    change(client, chief, is_superuser="on")
    chief.refresh_from_db()
    assert chief.is_active


@pytest.mark.portable
def test_a_lost_second_factor_is_taken_away(cast: Cast, chief: User, client: Client):
    member = Client()
    member.force_login(cast.reader)
    app_for(member, "reader")
    client.force_login(chief)
    for each in Authenticator.objects.all():
        client.post(reverse("admin:mfa_authenticator_delete", args=(each.pk,)), {"post": "yes"})
    assert Client().post(reverse("sign-in"), {"login": "reader", "password": "reader"})["Location"] == reverse("home")


def test_the_office_hands_out_what_is_known_of_somebody_and_closes_accounts(cast: Cast, chief: User, client: Client):
    EmailAddress.objects.create(user=cast.reader, email="reader@example.org", primary=True, verified=True)
    client.force_login(chief)
    assert client.get(reverse("admin:auth_user_data", args=(cast.reader.pk,))).json()["account"]["name"] == "reader"
    url = reverse("admin:auth_user_close", args=(cast.reader.pk,))
    assert client.get(url).status_code == 200
    assert client.post(url, {"name": "pilot"}).status_code == 422
    assert client.post(url, {"name": "reader"})["Location"] == reverse("admin:auth_user_changelist")
    cast.reader.refresh_from_db()
    assert not cast.reader.is_active
    assert client.get(reverse("admin:auth_user_data", args=(10_000,))).status_code == 404


def test_the_owner_of_an_older_installation_owns_the_site(db: None):
    old = User.objects.create_user(sign_in_links.OWNER)
    assert sign_in_links.owner() == old
    old.refresh_from_db()
    assert old.is_superuser
    assert old.is_staff
