# As the official image is used here: its command runs as redis below /data.
ARG BASE
FROM ${BASE}
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends redis-server && rm -rf /var/lib/apt/lists/*
RUN install --directory --owner redis --group redis /data
WORKDIR /data
VOLUME /data
USER redis
CMD ["redis-server"]
