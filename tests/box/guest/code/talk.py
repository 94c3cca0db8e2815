"""In the machine: runs the shell commands that come over the serial port, one a line, and answers.

{"run": "...", "timeout": s}  ->  {"status": n, "out": "...", "err": "..."}; status null: it took too long.
"""

import json
import subprocess

with open("/dev/virtio-ports/talk", "r+b", buffering=0) as port:
    asked = b""
    port.write(b'{"ready": true}\n')
    while True:
        asked += port.read(65536)
        while b"\n" in asked:
            line, asked = asked.split(b"\n", 1)
            job = json.loads(line)
            try:
                done = subprocess.run(["sh", "-c", job["run"]], capture_output=True, timeout=job["timeout"])
                answer = {"status": done.returncode, "out": done.stdout.decode(), "err": done.stderr.decode()}
            except subprocess.TimeoutExpired as slow:
                answer = {"status": None, "out": str(slow.stdout), "err": str(slow.stderr)}
            left = json.dumps(answer).encode() + b"\n"
            while left:
                left = left[port.write(left) :]
