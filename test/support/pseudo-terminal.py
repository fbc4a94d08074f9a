"""Runs a command in a pseudo-terminal, as a person's shell does.

pseudo-terminal.py STEPS COMMAND...: prints what the terminal showed and ends as the command did. STEPS is a JSON list of
[WHEN, TYPED] in their order: TYPED, or Ctrl-C if it is empty, is typed once the terminal has shown WHEN after the step before,
or once the file exists if WHEN is `file:PATH`.
"""
import json
import os
import pty
import select
import sys
import time

steps, command = [[part.encode() for part in step] for step in json.loads(sys.argv[1])], sys.argv[2:]
pid, terminal = pty.fork()
if pid == 0:
    os.execvp(command[0], command)
shown = b""
seen = 0
ends_at = time.monotonic() + 60
while time.monotonic() < ends_at:
    if steps:
        when, keys = steps[0]
        found = shown.find(when, seen)
        if os.path.exists(when[5:]) if when.startswith(b"file:") else found >= 0:
            seen = max(seen, found + len(when))
            os.write(terminal, keys or b"\x03")
            steps.pop(0)
    if not select.select([terminal], [], [], 0.02)[0]:
        continue
    try:
        chunk = os.read(terminal, 65536)
    except OSError:
        break
    if not chunk:
        break
    shown += chunk
else:
    os.kill(pid, 9)
_, status = os.waitpid(pid, 0)
sys.stdout.buffer.write(shown)
sys.stdout.flush()
sys.exit(os.waitstatus_to_exitcode(status) if os.WIFEXITED(status) else 128 + os.WTERMSIG(status))
