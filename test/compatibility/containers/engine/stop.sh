#!/usr/bin/env bash
# stop.sh FOLDER: ends the engine that start.sh started there, by its process id, and removes all that it kept.
set -uo pipefail
folder=$1
if pid=$(cat "$folder/docker.pid" 2>/dev/null); then
  kill "$pid"
  for _ in $(seq 300); do
    kill -0 "$pid" 2>/dev/null || break
    sleep 0.1
  done
fi
awk -v top="$folder" '$2 == top || index($2, top "/") == 1 { print $2 }' /proc/mounts | sort -r | while read -r mount; do umount -l "$mount"; done
rm -rf "$folder"
