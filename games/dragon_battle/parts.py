"""What Dragon Battle is made of, for the catalogue."""

from games.contract import Parts
from games.dragon_battle.copy import Copy, check
from games.dragon_battle.rules import RULES
from games.dragon_battle.vocabulary import MEANINGS, REPORTS, SAYS

PARTS = Parts(says=SAYS, lights=MEANINGS, rules=RULES, copy=Copy, check=check, reports=REPORTS)
