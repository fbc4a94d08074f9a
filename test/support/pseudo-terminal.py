"""Runs a command in a pseudo-terminal, as a person's shell does.

pseudo-terminal.py WHEN TYPED COMMAND...: prints what the terminal showed and ends as the command did. TYPED, or Ctrl-C where
it is empty, is typed once what was shown holds WHEN, or, where WHEN is `file:PATH`, once that file is there; an empty WHEN
types nothing.
"""
import os
import pty
import select
import sys
import time

when, keys, command = sys.argv[1].encode(), sys.argv[2].encode() or b"\x03", sys.argv[3:]
pid, terminal = pty.fork()
if pid == 0:
    os.execvp(command[0], command)
shown = b""
typed = not when
ends_at = time.monotonic() + 60
while time.monotonic() < ends_at:
    if not typed:
        is_time = os.path.exists(when[5:]) if when.startswith(b"file:") else when in shown
        if is_time:
            os.write(terminal, keys)
            typed = True
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
