"""The file of a whole club: ordered by an owner, made by a worker, kept for some days."""

from __future__ import annotations

from tempfile import TemporaryFile
from typing import Final

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from campaigns.operations import quotas
from clubs.models import Club, ClubFile, ClubFilePart, ClubRole
from clubs.operations.locks import locked
from clubs.selectors.club_files import write
from clubs.selectors.members import refuse_unless
from config.common.file_parts import PART
from config.common.refusals import Refusal
from missions.models import Job
from missions.operations import jobs

ONLY: Final = "Only an owner of the club has it made into a file."


def order(*, actor: User, club: Club) -> ClubFile:
    """Have the file made anew; one that is being made is waited for. Of an archived club, too."""
    with locked(club.pk, archived_too=True) as club:
        refuse_unless(club, actor, ClubRole.OWNER, ONLY)
        found, _ = ClubFile.objects.select_related("job").get_or_create(club=club, owner=actor)
        if found.job is not None and not found.job.is_finished:
            return found
        quotas.spend(actor.pk, "prints")
        found.job = jobs.order(jobs.CLUB_FILE, actor)
        found.save(update_fields=["job"])
    return found


def make(job: Job) -> str:
    """Make the file that ``job`` was ordered for, and keep it a part at a time. A second run makes it anew."""
    wanted = ClubFile.objects.filter(job=job).select_related("club").first()
    if wanted is None:
        raise Refusal("The file was ordered anew.")
    refuse_unless(wanted.club, job.owner, ClubRole.OWNER, ONLY)
    with TemporaryFile() as file:
        left_out = write(wanted.club, job.owner, file, jobs.progress(job.pk))
        file.seek(0)
        ClubFile.objects.filter(pk=wanted.pk).update(made_at=None)
        size = number = 0
        while piece := file.read(PART):
            row = ClubFilePart(file=wanted, number=number, content=piece)
            ClubFilePart.objects.bulk_create(
                [row], update_conflicts=True, unique_fields=["file", "number"], update_fields=["content"]
            )
            size, number = size + len(piece), number + 1
    with transaction.atomic():
        wanted.parts.filter(number__gte=number).delete()
        ClubFile.objects.filter(pk=wanted.pk).update(size=size, left_out=left_out, made_at=timezone.now())
    return "The file is ready."
