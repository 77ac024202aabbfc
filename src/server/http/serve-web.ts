import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import files from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { sessionCookie } from './auth-sessions.ts';
import { hintsOf } from './screen-parts.ts';

const builtWeb = fileURLToPath(new URL('../../../dist/web', import.meta.url));

/** The page of hotel contacts, who come by a link. It is a build of its own (vite.config.ts). */
const pageOfLinks = 'link.html';

/**
 * Serving the page of a link reads nothing and changes nothing, because programs that look for bad links
 * in mail open it too. Its address holds the link's token, so no other site and no cache may learn it.
 */
const ofLinks = { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow' };

function cachingOf(path: string): string {
  if (path.includes('/assets/')) return 'public, max-age=31536000, immutable';
  return path.includes(`/${pageOfLinks}`) ? 'no-store' : 'no-cache';
}

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
        void reply.header('cache-control', cachingOf(path));
      },
    });
  if (existsSync(`${root}/${pageOfLinks}`))
    for (const url of ['/h', '/h/*'])
      app.get(url, (_request, reply) => reply.headers(ofLinks).sendFile(pageOfLinks));
  const hints = hintsOf(root);
  app.setNotFoundHandler((request, reply) => {
    const isScreen =
      built &&
      request.method === 'GET' &&
      !request.url.startsWith('/api/') &&
      !request.url.startsWith('/assets/');
    if (!isScreen) return refuse(request, reply);
    // Without a session the app shows the sign-in page, which needs none of these files.
    const mayBeSignedIn = request.headers.cookie?.includes(`${sessionCookie}=`);
    const hint = mayBeSignedIn ? hints(request.url) : undefined;
    if (hint) reply.header('link', hint);
    return reply.header('cache-control', 'no-cache').sendFile('index.html');
  });
}
