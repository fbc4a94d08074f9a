#!/bin/sh
# PostgreSQL of docker-compose.yml. What its first start makes gets its name only when all of it is there: a start that
# was interrupted, however early, is begun again, and none is taken for a database that is not.
set -eu
data=${PGDATA:?}
if [ ! -e "$data" ]; then
  begun=$data.begun
  rm -rf "$begun"
  mkdir -p "$begun"
  printf '%s\n' "${POSTGRES_PASSWORD:?}" >/tmp/password
  initdb --pgdata="$begun" --username=postgres --pwfile=/tmp/password --auth-local=trust --auth-host=scram-sha-256 \
    --locale=C.UTF-8 --encoding=UTF8 >&2
  rm /tmp/password
  echo 'host all all all scram-sha-256' >>"$begun/pg_hba.conf"
  echo "CREATE DATABASE ${POSTGRES_DB:?};" | postgres --single -D "$begun" postgres >/dev/null
  sync
  mv "$begun" "$data"
  sync
fi
exec postgres -D "$data" -c listen_addresses='*' -c unix_socket_directories=/tmp
