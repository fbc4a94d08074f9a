#!/usr/bin/env bash
# Docker Engine from Debian, for a machine that has none, and compose and buildx, which only trixie has. Nothing is
# started. Prints the folder to be DOCKER_CONFIG.
set -euo pipefail
cache=${AGENT_HOME_ENGINE_CACHE:-$HOME/.cache/agent-home/engine}
config=$cache/config
mkdir -p "$config/cli-plugins"

for tool in dockerd mmdebstrap iptables; do
  command -v "$tool" >/dev/null && continue
  {
    apt-get update -qq
    # No service is started: the tests start one of their own.
    DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get install -y -qq --no-install-recommends docker.io mmdebstrap iptables
  } >/dev/null
  break
done

if [ ! -x "$config/cli-plugins/docker-compose" ] || [ ! -x "$config/cli-plugins/docker-buildx" ]; then
  apt=$cache/apt
  mkdir -p "$apt/state/lists/partial" "$apt/cache/archives/partial"
  echo 'deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian trixie main' \
    >"$apt/sources.list"
  touch "$apt/state/status"
  options=(
    -o Dir::Etc::sourcelist="$apt/sources.list" -o Dir::Etc::sourceparts=- -o Dir::State="$apt/state"
    -o Dir::State::status="$apt/state/status" -o Dir::Cache="$apt/cache" -o APT::Sandbox::User=root
  )
  apt-get "${options[@]}" update -qq >/dev/null
  (cd "$apt" && apt-get "${options[@]}" download -qq docker-compose docker-buildx >/dev/null)
  for package in "$apt"/*.deb; do dpkg -x "$package" "$apt/unpacked"; done
  find "$apt/unpacked" -path '*/cli-plugins/*' -type f -exec install -m 0755 {} "$config/cli-plugins/" \;
  rm -rf "$apt"
fi
echo "$config"
