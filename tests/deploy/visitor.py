"""Somebody with a browser beside a server under test: a program, for it has to sit in that server's network.

    python visitor.py ROOT-CERTIFICATE STEP…

A step is ``GET URL``; ``POST URL``, which sends the form of that page; or ``PRESS URL ADDRESS``, which sends
an empty form to another address of that page's site. Prints a JSON list of the answers: status, address, page.
"""

from __future__ import annotations

import http.cookiejar
import json
import re
import socket
import ssl
import sys
import urllib.error
import urllib.parse
import urllib.request
from typing import Any


def main(certificate: str, steps: list[str]) -> None:
    resolve: Any = socket.getaddrinfo
    socket.getaddrinfo = lambda host, *args, **named: resolve("127.0.0.1", *args, **named)
    jar = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
    trusted = urllib.request.HTTPSHandler(context=ssl.create_default_context(cafile=certificate))
    opener = urllib.request.build_opener(jar, trusted)

    def ask(url: str, data: dict[str, str] | None = None) -> tuple[int, str, str]:
        body = urllib.parse.urlencode(data).encode() if data is not None else None
        try:
            answer = opener.open(urllib.request.Request(url, body, {"Referer": url}), timeout=60)
        except urllib.error.HTTPError as error:
            answer = error
        with answer:
            return answer.status, answer.url, answer.read().decode()

    answers = []
    for step in steps:
        how, url, *address = step.split(" ")
        answer = ask(url)
        if how != "GET":
            token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', answer[2])
            form = {"csrfmiddlewaretoken": token[1] if token else ""}
            answer = ask(urllib.parse.urljoin(answer[1], "".join(address)), form)
        answers.append(answer)
    print(json.dumps(answers))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
