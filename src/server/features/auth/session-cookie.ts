import type { FastifyReply, FastifyRequest } from 'fastify';

import type { Deps } from '#server/deps.ts';
import { longestDays, sessionCookieOf } from '#server/http/auth-sessions.ts';

type Exchange = { deps: Pick<Deps, 'config'>; request: FastifyRequest; reply: FastifyReply };

/**
 * Returns the cookie's attributes: no script can read it, and no form of another site sends it
 * (rule 1).
 */
function attributes({ deps, request }: Exchange) {
  const https = request.protocol === 'https' || deps.config.publicUrl?.startsWith('https:');
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: https === true } as const;
}

/**
 * Sets the cookie. It outlives the browser's window, so that a person who reopens the app without a
 * connection is still signed in.
 */
export function setSessionCookie(exchange: Exchange, token: string): void {
  const maxAge = longestDays * 24 * 60 * 60;
  void exchange.reply.setCookie(sessionCookieOf(exchange.deps.config), token, {
    ...attributes(exchange),
    maxAge,
  });
}

export function clearSessionCookie(exchange: Exchange): void {
  void exchange.reply.clearCookie(sessionCookieOf(exchange.deps.config), attributes(exchange));
}
