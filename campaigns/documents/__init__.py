"""The printed documents: plain data in, the bytes of a PDF out.

Nothing here queries, reads a request or knows Django. One module a document, each with a frozen dataclass of
what is printed and a ``render()``, in the room of what it is about. ``kit`` has what all are made of: ``document``
the page, ``parts`` what pages hold, ``styles`` the sizes and ``fonts`` the faces.
"""

from reportlab import rl_config

rl_config.trustedHosts = []
rl_config.trustedSchemes = []
