"""What Clever Keys is made of, for the catalogue."""

from games.clever_keys.rules import RULES
from games.clever_keys.vocabulary import MEANINGS, REPORTS, SAYS
from games.contract import Parts

PARTS = Parts(says=SAYS, lights=MEANINGS, rules=RULES, reports=REPORTS)
