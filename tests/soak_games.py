"""``make soak``: games of every system, clicked through their pages at random.

What is clicked and what is asked of each page stands in ``tests.missions.views.test_game_clickers``; the seeds here are
none of its own. A finding is a page that is not sound, a game that does not end or one that cannot be replayed; the
next game begins as if it had not been.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from multiprocessing import Pool

import django

django.setup()

from django.contrib.auth.models import User  # noqa: E402
from django.db import connection, transaction  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import setup_test_environment  # noqa: E402

from tests.cast import assemble  # noqa: E402
from tests.missions.views.test_game_clickers import SCENARIOS, check_a_game  # noqa: E402

GAMES = 400
FIRST = 5000
"""Beyond the seeds that the tests have."""


def begin() -> None:
    """A process has a database of its own, in memory."""
    setup_test_environment()
    connection.settings_dict["TEST"]["NAME"] = None
    connection.creation.create_test_db(verbosity=0)
    assemble()


def findings(task: tuple[str, int]) -> list[str]:
    """What is wrong with one game, a line each."""
    system, seed = task
    with transaction.atomic():
        owner, client = User.objects.get(username="owner"), Client()
        client.force_login(owner)
        try:
            check_a_game(system, seed, owner, client)
            return []
        except Exception:
            return [f"{system} {seed}: {traceback.format_exc(limit=-5)}"]
        finally:
            transaction.set_rollback(True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.soak_games", description=__doc__)
    parser.add_argument("systems", nargs="*", help=f"any of: {', '.join(SCENARIOS)} (all)")
    parser.add_argument("--games", type=int, default=GAMES, help="of each (%(default)s)")
    parser.add_argument("--first", type=int, default=FIRST, help="seed of the first game (%(default)s)")
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    found = 0
    with Pool(options.processes, begin) as pool:
        for system in options.systems or SCENARIOS:
            started = time.monotonic()
            tasks = [(system, options.first + number) for number in range(options.games)]
            for number, problems in enumerate(pool.imap_unordered(findings, tasks), 1):
                found += len(problems)
                print(*problems, sep="\n", end="\n" if problems else "", flush=True)
                if number % 50 == 0:
                    print(f"{system}: {number} games in {time.monotonic() - started:.0f} s", flush=True)
    print(f"{found} findings")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
