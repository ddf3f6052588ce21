# The service as a container: docker build -t plenary . (see docs/operating.md)
# To pin the exact image, pass --build-arg BASE=node:24-bookworm-slim@sha256:… with the digest that you have tested.
ARG BASE=node:24-bookworm-slim

FROM ${BASE} AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY LICENSE CHANGELOG.md ./
COPY scripts ./scripts
COPY src ./src
RUN node scripts/build.js

FROM ${BASE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts

FROM ${BASE}
ENV NODE_ENV=production \
    PLENARY_DATA=/data/plenary.db
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /build/dist ./dist
COPY package.json LICENSE ./
COPY bin ./bin
# A volume takes the owner and the mode of the folder that it covers.
RUN install --directory --owner=node --group=node --mode=0700 /data
VOLUME /data
USER node
EXPOSE 8080 9464
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
    CMD ["node", "-e", "fetch('http://127.0.0.1:8080/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/bin/plenary.js"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8080"]
