# The image of a site: its files, the libraries that run it and its build. scripts/test-container.ts runs these steps without an engine.

FROM node:24-trixie-slim AS libraries
WORKDIR /srv/meki
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev

FROM node:24-trixie-slim AS build
WORKDIR /srv/meki
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . ./
RUN npm run build

FROM debian:trixie-slim
WORKDIR /srv/meki
COPY . ./
COPY --from=libraries /srv/meki/node_modules ./node_modules
COPY --from=build /srv/meki/build ./build
# Volumes get their owner from these folders.
RUN useradd --system --uid 1000 --home-dir /srv/meki --shell /usr/sbin/nologin meki \
  && install --directory --owner=meki --mode=0700 /data /backups
USER meki
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 MEKI_DATA_DIR=/data
# Memory that is freed goes back to the system (scripts/spare-memory.js).
ENV MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=131072
VOLUME ["/data", "/backups"]
EXPOSE 3000
STOPSIGNAL SIGTERM
# Not /readyz: an engine that restarts what is unhealthy would end a server whose database is away for a moment.
HEALTHCHECK --start-period=60s --timeout=5s CMD ["node_modules/node/bin/node", "-e", "fetch('http://127.0.0.1:3000/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node_modules/node/bin/node", "--max-semi-space-size=2"]
CMD ["server/main.js"]
