"""``python -m tests.campaigns.documents.approve [NAMES]``: approve how documents look now.

Runs the tests of documents and lets them write the pictures that they compare, all or those of the documents named.
Look at every picture before you commit it.
"""

from __future__ import annotations

import os
import subprocess
import sys

from tests.campaigns.documents.promises import APPROVING

if __name__ == "__main__":
    command = [sys.executable, "-m", "pytest", "-q", "tests/campaigns/documents"]
    sys.exit(subprocess.run(command, env=os.environ | {APPROVING: " ".join(sys.argv[1:])}, check=False).returncode)
