"""``python -m tests.documents.approve [WORDS]``: approve how documents look now.

Runs the tests of documents, or those that pytest's ``-k WORDS`` chooses, and lets them write the pictures that they
compare. Look at every picture before you commit it.
"""

from __future__ import annotations

import os
import subprocess
import sys

from tests.documents.promises import APPROVING

if __name__ == "__main__":
    chosen = ["-k", " ".join(sys.argv[1:])] if sys.argv[1:] else []
    command = [sys.executable, "-m", "pytest", "-q", "tests/documents", *chosen]
    sys.exit(subprocess.run(command, env=os.environ | {APPROVING: "1"}, check=False).returncode)
