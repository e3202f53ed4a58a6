"""`python -m tests.golden` writes every transcript and census anew: read the difference before you commit it."""

import json
from pathlib import Path

from tests.golden.censuses import censuses
from tests.golden.transcripts import transcript
from tests.ruled import RULED

HERE = Path(__file__).parent

for game in RULED:
    (HERE / f"{game.name}.transcript.txt").write_text(transcript(game), encoding="utf-8")
    counts = json.dumps(censuses(game.name, game.rules), indent=1)
    # One line for each depth reads and diffs best.
    (HERE / f"{game.name}.census.json").write_text(counts.replace("\n   ", " ").replace("\n  }", " }") + "\n", "utf-8")
