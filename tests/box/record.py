"""`python -m tests.box.record`: races in the machine, recorded anew for `mopsbox bench` (bench/recorded)."""

from __future__ import annotations

import json

from .machine import Machine
from .recipe import PROJECT

ROUNDS = 12  # of each gap, clean and bouncing
FOLDER = PROJECT / "device" / "mopsbox" / "bench" / "recorded"
HOW = "lines of the kernel's gpio-sim pulled by a program in a virtual machine (Linux 6.1, emulated), no Raspberry Pi"


def main() -> None:
    with Machine() as machine:
        machine.fresh()
        out = machine.run(f"cd /tmp && PYTHONPATH=/opt/box python3 /opt/box/record.py {ROUNDS}", timeout_s=580)
    found = json.loads(out.splitlines()[-1])
    head = {"truth": 1, "edges": "gpio-sim.edges.jsonl", "how": HOW}
    truth = [json.dumps(line) for line in (head, *found["truth"])]
    (FOLDER / "gpio-sim.edges.jsonl").write_text("".join(line + "\n" for line in found["log"]))
    (FOLDER / "gpio-sim.truth.jsonl").write_text("".join(line + "\n" for line in truth))
    print(f"{len(found['truth'])} races, {len(found['log'])} lines")


if __name__ == "__main__":
    main()
