# As the official image is used here: user 101, and curl for the health check.
ARG BASE
FROM ${BASE}
RUN groupadd --system --gid 101 nginx && useradd --system --uid 101 --gid nginx --no-create-home nginx \
  && apt-get update -qq && apt-get install -y -qq --no-install-recommends nginx-light curl && rm -rf /var/lib/apt/lists/*
RUN install --directory --owner nginx --group nginx /var/cache/nginx && rm -rf /var/lib/nginx && ln -s /var/cache/nginx /var/lib/nginx \
  && ln -sf /dev/stdout /var/log/nginx/access.log && ln -sf /dev/stderr /var/log/nginx/error.log
STOPSIGNAL SIGQUIT
CMD ["nginx", "-g", "daemon off;"]
