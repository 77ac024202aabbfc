import { z } from 'zod';

import { openLinkSchema, roundByLinkSchema } from '#domain/contacts/round-by-link.ts';
import type { Deps } from '#server/deps.ts';
import {
  clearContactCookie,
  cookieOfToken,
  endOf,
  findLink,
  noteUse,
  setContactCookie,
  type Link,
} from '#server/http/contact-session.ts';
import { defineRoute } from '#server/http/route.ts';
import { forgetGuesses, linksOfHotels, slowGuess } from '#server/http/slow-guesses.ts';
import { ProblemError } from '#server/problems.ts';
import { readRoundByLink } from './read-round-by-link.ts';

const open = defineRoute({
  method: 'POST',
  path: '/api/link/open',
  summary: 'Exchange the token of a link for a cookie, which opens its round',
  who: 'anyone',
  audit: { none: 'the first use of a day appends link.used itself' },
  repeat: 'own',
  noTransaction: 'a guess is counted, which a transaction that fails would undo',
  body: openLinkSchema,
  answer: z.null(),
  status: 204,
  refuses: {
    404: 'There is no such link.',
    410: 'The link was revoked, has expired, its contact has left, or its round was cancelled.',
    429: 'There were too many wrong links; `retry-after` says when to try again.',
  },
  run: async ({ deps, request, reply, body }) => {
    const cookie = cookieOfToken(body.token);
    const link = await guess(deps, request.ip, cookie);
    const end = endOf(link, deps.now());
    if (end !== null) throw new ProblemError('gone', end);
    await noteUse(deps, link);
    setContactCookie({ deps, request, reply }, cookie, link.expiresAt);
    return null;
  },
});

/** Finds the link. An unknown token counts as a guess from the caller's network. */
function guess(deps: Deps, address: string, cookie: string): Promise<Link> {
  return slowGuess(deps, { account: linksOfHotels, address }, async (guesser) => {
    const link = await findLink(deps.db, cookie);
    if (!link)
      throw new ProblemError(
        'not-found',
        'There is no such link. Copy all of it from the message, or ask for a new one.',
      );
    await forgetGuesses(deps.db, guesser);
    return link;
  });
}

const close = defineRoute({
  method: 'POST',
  path: '/api/link/close',
  summary: 'Clear the cookie of a link from this browser',
  who: 'anyone',
  audit: { none: 'the link itself stays as it is' },
  repeat: 'own',
  noTransaction: 'nothing is stored',
  answer: z.null(),
  status: 204,
  run: async ({ deps, request, reply }) => {
    clearContactCookie({ deps, request, reply });
    return null;
  },
});

const round = defineRoute({
  method: 'GET',
  path: '/api/link/round',
  summary: 'The round that the link opens: its score and findings, once it is approved',
  who: 'contact',
  answer: roundByLinkSchema,
  run: async ({ deps, db, contact }) => readRoundByLink({ deps, db, contact }),
});

export const openRoutes = [open, close, round];
