"""What is said about a cluster that was under load, when its load is over.

`stammtisch load --history` has written down what every seat asked for, was answered, heard and saw; `stammtisch check --history` folds
the log of every table from the database and holds all of it against that.
"""

import json
import subprocess

# What two servers that write about one table at the same time bring about, in the words of `stammtisch check`. That somebody waited too long or
# was turned away is none of it.
OF_FENCING = (
    "was acknowledged and is gone", "but was acknowledged at", "is not what", "was refused", "that nobody asked for",
    "the log says", "was not told", "the log comes to another one", "and later the table was at", "but the log ends with",
    "of the log does not fit", "there is a gap before entry", "by its log it is",
)


def held_against_logs(program, database, history=None):
    """Reads the whole database, and holds a history against it: what was compared, and under `faults` what does not fit."""
    command = [program, "check", "--json", "--database", database]
    checked = subprocess.run(command + (["--history", history] if history else []), capture_output=True, text=True)
    # 0 and 1 are verdicts; whatever else it ends with is none.
    if checked.returncode not in (0, 1):
        raise RuntimeError(f"the check ended with {checked.returncode}: {checked.stderr[-2000:]}")
    report = json.loads(checked.stdout)
    if bool(report["faults"]) != bool(checked.returncode):
        raise RuntimeError(f"the check ended with {checked.returncode}, and says {report['faults']}")
    return report


def of_fencing(faults):
    """Those of the faults that come of servers which write about a table that is not theirs."""
    return [fault for fault in faults if any(words in fault for words in OF_FENCING)]
