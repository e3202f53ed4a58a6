"""What Sultan's Swoop is made of, for the catalogue."""

from games.contract import Parts
from games.sultans_swoop.copy import Copy, check
from games.sultans_swoop.rules import RULES
from games.sultans_swoop.vocabulary import MEANINGS, REPORTS, SAYS

PARTS = Parts(says=SAYS, lights=MEANINGS, rules=RULES, copy=Copy, check=check, reports=REPORTS)
