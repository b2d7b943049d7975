"""The printed documents: plain data in, the bytes of a PDF out.

Nothing here queries, reads a request or knows Django. One module a document, each with a frozen dataclass of
what is printed and a ``render()``; ``document`` holds the page, ``parts`` what pages are made of, ``styles``
the sizes and ``fonts`` the faces.
"""

from reportlab import rl_config

rl_config.trustedHosts = []
rl_config.trustedSchemes = []
