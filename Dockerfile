# Builds the image of the service: docs/containers.md.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build --silent && node scripts/copy-runtime.mjs /runtime

FROM node:24-bookworm-slim
# Fonts of captured pages, Debian's Chromium with its security updates, a name for any user id, and a
# first process that collects ended browsers.
RUN apt-get update \
  && apt-get install -y --no-install-recommends \
    ca-certificates fonts-liberation fonts-noto-cjk fonts-noto-color-emoji fonts-noto-core \
    chromium-headless-shell libnss-wrapper tini \
  && apt-get clean && rm -rf /var/lib/apt/lists/*
COPY --from=build /runtime /app
# Any user id may run the service and own what it stores in the volume.
RUN ln -s /app/dist/cli.js /usr/local/bin/pinbound \
  && mkdir /data && chown 10001:10001 /data && chmod 1777 /data
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 WORKER_PORT=4000 DATA_DIR=/data HOME=/tmp
USER 10001:10001
VOLUME /data
EXPOSE 4000
STOPSIGNAL SIGTERM
# Ends by itself: not every runtime ends a check after its time.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.ROLE === 'worker' ? process.env.WORKER_PORT : process.env.PORT) + '/healthz', { signal: AbortSignal.timeout(4000) }).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--"]
CMD ["node", "--enable-source-maps", "dist/server.js"]
