# As the official image is used here: user 999, initdb and postgres on PATH, data below /var/lib/postgresql/18/docker.
# The clients are Debian's, of an older version.
ARG BASE
FROM ${BASE}
RUN groupadd --gid 999 postgres && useradd --uid 999 --gid 999 --home-dir /var/lib/postgresql postgres \
  && install --directory --owner postgres --group postgres --mode 1777 /var/lib/postgresql \
  && install --directory --owner postgres --group postgres --mode 3777 /var/run/postgresql \
  && apt-get update -qq && apt-get install -y -qq --no-install-recommends postgresql-client && rm -rf /var/lib/apt/lists/*
COPY native /usr/lib/postgresql/18
ENV PATH=$PATH:/usr/lib/postgresql/18/bin PGDATA=/var/lib/postgresql/18/docker PG_MAJOR=18
VOLUME /var/lib/postgresql
STOPSIGNAL SIGINT
CMD ["postgres"]
