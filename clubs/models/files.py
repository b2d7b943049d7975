"""A whole club as one file: made to be taken away, and brought in."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from clubs.models.clubs import Club, ClubRole
from config.common.file_parts import FilePart


class ClubFile(models.Model):
    """The file of a club as one of its owners may have it: not all of them see the same campaigns."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="files")
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="club_files")
    size = models.PositiveIntegerField(default=0)
    """Bytes of all its ``parts``."""
    left_out = models.JSONField(default=list)
    """Sentences on what is not in it."""
    made_at = models.DateTimeField(null=True, blank=True)
    """``None``: it is still being made."""
    job = models.OneToOneField(
        "missions.Job", on_delete=models.SET_NULL, related_name="club_file", null=True, blank=True
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "owner"], name="one_file_of_a_club_an_owner")]

    def __str__(self) -> str:
        return f"File of {self.club}"


class ClubFilePart(FilePart):
    file = models.ForeignKey(ClubFile, on_delete=models.CASCADE, related_name="parts")

    class Meta(FilePart.Meta):
        constraints = [models.UniqueConstraint(fields=["file", "number"], name="one_part_of_a_club_file_a_number")]

    def __str__(self) -> str:
        return f"Part {self.number} of {self.file}"


class ClubArrival(models.Model):
    """A club's file that somebody brings in: first the club is there, then one campaign after the other."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="club_arrivals")
    name = models.CharField(max_length=100)
    """What the file is called."""
    size = models.PositiveIntegerField()
    at = models.DateTimeField(auto_now_add=True)
    job = models.OneToOneField(
        "missions.Job", on_delete=models.CASCADE, related_name="club_arrival", null=True, blank=True
    )
    """``None`` while the file is still being stored."""
    key = models.UUIDField(null=True, editable=False)
    """The page that it was sent from: the same page again finds it. ``None``: it had none."""
    club = models.OneToOneField(Club, on_delete=models.SET_NULL, related_name="arrival", null=True, blank=True)
    done = models.PositiveIntegerField(default=0)
    """How many campaigns of the file are through: here, or refused."""
    left_out = models.JSONField(default=list)
    """Sentences on what did not come."""

    class Meta:
        ordering = ["-pk"]
        constraints = [models.UniqueConstraint(fields=["owner", "key"], name="one_club_arrival_a_page")]

    def __str__(self) -> str:
        return self.name


class ClubArrivalPart(FilePart):
    arrival = models.ForeignKey(ClubArrival, on_delete=models.CASCADE, related_name="parts")

    class Meta(FilePart.Meta):
        constraints = [models.UniqueConstraint(fields=["arrival", "number"], name="one_part_of_a_club_a_number")]

    def __str__(self) -> str:
        return f"Part {self.number} of {self.arrival}"


class FormerMember(models.Model):
    """Somebody who was in a club where its file was made: a name, until who is called so here comes in."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="former_members")
    name = models.CharField(max_length=150)
    role = models.PositiveSmallIntegerField(choices=ClubRole)

    class Meta:
        ordering = ["-role", "name"]
        constraints = [models.UniqueConstraint(fields=["club", "name"], name="one_place_a_name")]

    def __str__(self) -> str:
        return self.name


class BannedName(models.Model):
    """Somebody who was banned where the club's file was made: nobody who is called so here is let in."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="banned_names")
    name = models.CharField(max_length=150)
    reason = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["name"]
        constraints = [models.UniqueConstraint(fields=["club", "name"], name="one_ban_a_name")]

    def __str__(self) -> str:
        return self.name
