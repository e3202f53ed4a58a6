"""What Hammer Time is made of, for the catalogue."""

from games.contract import Parts
from games.hammer_time.copy import Copy, check
from games.hammer_time.rules import RULES
from games.hammer_time.vocabulary import MEANINGS, REPORTS, SAYS

PARTS = Parts(says=SAYS, lights=MEANINGS, rules=RULES, copy=Copy, check=check, reports=REPORTS)
