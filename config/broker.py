"""The folder broker: kombu's filesystem transport, with messages that appear whole.

kombu 5 opens a message's file where a reader finds it and writes into it afterwards. A worker that looks in between
takes an empty file, dies of it, and the message is lost.
"""

from __future__ import annotations

import os
import uuid
from pathlib import Path
from time import monotonic
from typing import Any

from kombu.transport import TRANSPORT_ALIASES, filesystem
from kombu.utils.json import dumps


class Channel(filesystem.Channel):
    """Writes each message aside and moves it to its place."""

    def _put(self, queue: str, payload: dict[str, Any], **kwargs: Any) -> None:  # type: ignore[override]  # as kombu
        folder = Path(self.data_folder_out)
        name = f"{round(monotonic() * 1000)}_{uuid.uuid4()}.{queue}.msg"
        aside = folder / f"{name}.part"
        aside.write_text(dumps(payload), "utf-8")
        os.replace(aside, folder / name)


class Transport(filesystem.Transport):
    Channel = Channel


TRANSPORT_ALIASES["folder"] = f"{__name__}:{Transport.__name__}"
