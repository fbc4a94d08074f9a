#!/usr/bin/env bash
# start.sh FOLDER: a Docker Engine of our own, with everything that it keeps below FOLDER and nothing of another one's.
# Its socket is FOLDER/docker.sock, its process id is in FOLDER/docker.pid.
set -euo pipefail
folder=$1
mkdir -p "$folder"
# Some hundred thousand files come and go: in memory, where there is enough of it, that takes seconds and not minutes.
available=$(awk '/^MemAvailable:/ { print int($2 / 1048576) }' /proc/meminfo)
if [ "$available" -ge 16 ] && ! mountpoint -q "$folder"; then mount -t tmpfs -o size=12g,mode=0755 tmpfs "$folder"; fi
# A machine that lost its power comes back with what was on its disk, and without mounts, sockets and process ids.
awk -v top="$folder/" 'index($2, top) == 1 { print $2 }' /proc/mounts | sort -r | while read -r mount; do umount -l "$mount"; done
rm -rf "$folder/exec" "$folder/docker.pid" "$folder/docker.sock"
setsid dockerd --data-root "$folder/data" --exec-root "$folder/exec" --pidfile "$folder/docker.pid" \
  --host "unix://$folder/docker.sock" --oom-score-adjust 0 --storage-driver overlay2 \
  >>"$folder/dockerd.log" 2>&1 </dev/null &
for _ in $(seq 300); do
  if docker --host "unix://$folder/docker.sock" version >/dev/null 2>&1; then exit 0; fi
  kill -0 $! 2>/dev/null || break
  sleep 0.1
done
tail -20 "$folder/dockerd.log" >&2
exit 1
