import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import files from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const builtWeb = fileURLToPath(new URL('../../../dist/web', import.meta.url));

/**
 * Serves the built screens. Every address that is neither a call nor a file belongs to a screen,
 * which the router in the browser knows. Files with a hash in their name never change and can be
 * cached for ever.
 */
export async function serveWeb(
  app: FastifyInstance,
  refuse: (request: FastifyRequest, reply: FastifyReply) => void,
  root = builtWeb,
): Promise<void> {
  const built = existsSync(`${root}/index.html`);
  if (built)
    await app.register(files, {
      root,
      wildcard: false,
      cacheControl: false,
      // The build writes compressed copies beside the files (vite.config.ts).
      preCompressed: true,
      setHeaders: (reply, path) => {
        const forever = path.includes('/assets/');
        void reply.header(
          'cache-control',
          forever ? 'public, max-age=31536000, immutable' : 'no-cache',
        );
      },
    });
  app.setNotFoundHandler((request, reply) => {
    const isScreen =
      built &&
      request.method === 'GET' &&
      !request.url.startsWith('/api/') &&
      !request.url.startsWith('/assets/');
    if (!isScreen) return refuse(request, reply);
    return reply.header('cache-control', 'no-cache').sendFile('index.html');
  });
}
