import { randomBytes } from 'node:crypto';

import { z } from 'zod';

import {
  contactParams,
  linkParams,
  linkSchema,
  madeLinkSchema,
  mostLinks,
  newLinkSchema,
} from '#domain/contacts/contact.ts';
import type { Scope } from '#domain/people/person.ts';
import { hotelInScope } from '#server/db/people/scope.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import { cookieOfToken, detailsOf, linkHash } from '#server/http/contact-session.ts';
import { defineRoute } from '#server/http/route.ts';
import { invalid, notFound, ProblemError } from '#server/problems.ts';
import * as links from './link-queries.ts';
import * as queries from './queries.ts';

const list = defineRoute({
  method: 'GET',
  path: '/api/hotels/{id}/contacts/{contactId}/links',
  summary: "A contact's usable links, the latest first",
  who: 'contacts.manage',
  params: contactParams,
  answer: z.array(linkSchema),
  run: async ({ deps, db, scope, params }) => {
    const isThere =
      (await hotelInScope(db, scope, params.id)) &&
      (await queries.findContact(db, params.id, params.contactId));
    if (!isThere) throw notFound('The contact');
    return links.listLive(db, params.contactId, deps.now());
  },
});

const make = defineRoute({
  method: 'POST',
  path: '/api/hotels/{id}/contacts/{contactId}/links',
  summary: 'Make a link by which a contact sees one round; its token is returned only once',
  who: 'contacts.manage',
  audit: 'link.created',
  repeat: 'own',
  params: contactParams,
  body: newLinkSchema,
  answer: madeLinkSchema,
  status: 201,
  refuses: {
    409: 'The contact has left or has as many links as can be used at a time, the round is cancelled, or the `clientId` is that of another link or of one that was used.',
  },
  run: async ({ deps, db, scope, params, body, record, reply }) => {
    const { id: hotelId, contactId } = params;
    const contact = await requireContact(db, scope, params);
    if (!contact.isActive)
      throw new ProblemError('conflict', `${contact.name} was removed from this hotel.`);
    const { clientId, roundId } = body;
    const round = await links.findRound(db, hotelId, roundId);
    if (!round) throw invalid('roundId', 'This is no assessment of the hotel');
    const token = randomBytes(32).toString('base64url');
    const cookieHash = linkHash(cookieOfToken(token));
    const known = await links.findByClientId(db, clientId);
    if (known) {
      const isSame = known.contactId === contactId && known.roundId === roundId;
      if (!isSame || known.lastUsedAt !== null || known.revokedAt !== null)
        throw new ProblemError('same-key-other-content', 'Another link has this client id.');
      await links.addToken(db, known.id, cookieHash);
      void reply.code(200);
      return { ...(await find(db, contactId, known.id)), token };
    }
    if (round.status === 'cancelled')
      throw new ProblemError('conflict', 'This assessment was cancelled.');
    const live = await links.listLive(db, contactId, deps.now());
    if (live.length >= mostLinks)
      throw new ProblemError(
        'conflict',
        `${contact.name} has ${mostLinks} links. Revoke one of them first.`,
      );
    const row = { clientId, contactId, roundId, cookieHash };
    const id = await links.insertLink(db, row, deps.now());
    await record(id, detailsOf({ hotelId, kind: round.kind, name: contact.name }));
    return { ...(await find(db, contactId, id)), token };
  },
});

const revoke = defineRoute({
  method: 'DELETE',
  path: '/api/hotels/{id}/contacts/{contactId}/links/{linkId}',
  summary: 'Revoke a link: it stops working at once, even where it is open',
  who: 'contacts.manage',
  audit: 'link.revoked',
  repeat: 'own',
  params: linkParams,
  answer: z.null(),
  status: 204,
  run: async ({ db, scope, params, record }) => {
    const { id: hotelId, contactId, linkId } = params;
    const { name } = await requireContact(db, scope, params);
    const { kind, revokedAt } = await find(db, contactId, linkId);
    // Revoking it once more changes nothing.
    if (revokedAt !== null) return null;
    await links.revoke(db, linkId);
    await record(linkId, detailsOf({ hotelId, kind, name }));
    return null;
  },
});

type Params = z.output<typeof contactParams>;

/** Locks the contact, so that their links are counted one after the other. */
async function requireContact(db: Db, scope: Scope, { id, contactId }: Params) {
  const isSeen = await hotelInScope(db, scope, id);
  const contact = isSeen ? await queries.lockContact(db, id, contactId) : undefined;
  if (!contact) throw notFound('The contact');
  return contact;
}

async function find(db: Db, contactId: number, id: number) {
  const link = await links.findLink(db, contactId, id);
  if (!link) throw notFound('The link');
  return link;
}

export const linkRoutes = [list, make, revoke];
