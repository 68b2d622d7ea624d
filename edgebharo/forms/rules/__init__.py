"""The rule engine: `(form, answers, what was heard) -> decision`. Pure and total, never an exception.

One idea per file: `values` (types), `guards`, `branches`, `taking` (what becomes of a candidate),
`confirmations` (read-backs), `giving_up` (retries, skips, hand-overs), `next_step`, `turn` (a caller's turn),
`silence`, `worker`.
"""

from edgebharo.forms.rules.silence import on_silence
from edgebharo.forms.rules.turn import decide, resume, start
from edgebharo.forms.rules.worker import worker_entry

__all__ = ["decide", "on_silence", "resume", "start", "worker_entry"]
