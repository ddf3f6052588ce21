# The service as a container, of the package as it is published: npm ci && npm pack && docker build -t plenary .
# To pin the exact image, pass --build-arg BASE=node:24-bookworm-slim@sha256:… with the digest that you have tested.
ARG BASE=node:24-bookworm-slim

FROM ${BASE} AS program
WORKDIR /app
# Two packed files in the folder end the build: it must not choose one.
COPY plenary-*.tgz /tmp/plenary.tgz
RUN tar -xzf /tmp/plenary.tgz --strip-components=1
# The exact packages of the lockfile, checked by their hashes.
COPY package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts

FROM ${BASE}
ENV NODE_ENV=production \
    PLENARY_DATA=/data/plenary.db
WORKDIR /app
COPY --from=program /app ./
# A volume takes the owner and the mode of the folder that it covers.
RUN install --directory --owner=node --group=node --mode=0700 /data
VOLUME /data
USER node
EXPOSE 8080 9464
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
    CMD ["node", "-e", "fetch('http://127.0.0.1:8080/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/bin/plenary.js"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8080"]
