"""`python -m tests.golden` writes every transcript and census anew: read the difference before you commit it."""

import json
from pathlib import Path

from tests.golden.censuses import censuses
from tests.golden.transcripts import transcript
from tests.rulebooks import RULEBOOKS

HERE = Path(__file__).parent

for book in RULEBOOKS:
    (HERE / f"{book.name}.transcript.txt").write_text(transcript(book), encoding="utf-8")
    counts = json.dumps(censuses(book.name, book.rules), indent=1)
    # One line for each depth reads and diffs best.
    (HERE / f"{book.name}.census.json").write_text(counts.replace("\n   ", " ").replace("\n  }", " }") + "\n", "utf-8")
