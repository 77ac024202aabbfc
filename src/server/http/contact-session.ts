import { hash } from 'node:crypto';

import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';

import { actingLinkHeader } from '#domain/contacts/acting-link.ts';
import { roundNames, type RoundKind, type RoundStatus } from '#domain/rounds/round.ts';
import { daysIn } from '#domain/time-zone.ts';
import { recordEvent } from '#server/db/audit/record-event.ts';
import { inTransaction, type Db } from '#server/db/statements/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { ProblemError } from '#server/problems.ts';
import { hashToken, nameCookie } from './auth-sessions.ts';

/*
 * How a hotel contact is recognised
 *
 * A contact has a link and no account. The link holds a token of 256 random bits. The browser sends the
 * token once and gets a cookie, which is the SHA-256 of the token. The table holds the SHA-256 of the
 * cookie. So the link cannot be computed from a cookie, nor a cookie from the table, and a session needs
 * no row of its own: it ends together with its link.
 *
 * A link is a bearer's: everybody who has it can use it. It opens one round of one hotel.
 */

/** A hotel contact who calls by link. */
export type Contact = {
  id: number;
  name: string;
  linkId: number;
  roundId: number;
  hotelId: number;
};

export const contactCookie = 'bellwether_contact';

/** The most calls by one link in a minute, in one process. */
const mostCalls = 120;
const minute = 60_000;

/** Returns the cookie for which a link's token is exchanged. */
export function cookieOfToken(token: string): string {
  return hash('sha256', `cookie of ${token}`, 'base64url');
}

/** Returns the hash under which the table stores a link. */
export function linkHash(cookie: string): Buffer {
  return hashToken(cookie);
}

type Exchange = { deps: Pick<Deps, 'config'>; request: FastifyRequest; reply: FastifyReply };

/** Returns the cookie's attributes: no script can read it, and no other site can make a browser send it. */
function attributes({ deps, request }: Exchange) {
  const https = request.protocol === 'https' || deps.config.publicUrl?.startsWith('https:');
  return { httpOnly: true, sameSite: 'strict', path: '/', secure: https === true } as const;
}

/** Sets the cookie until the link expires. */
export function setContactCookie(exchange: Exchange, cookie: string, expiresAt: string): void {
  void exchange.reply.setCookie(nameCookie(contactCookie, exchange.deps.config), cookie, {
    ...attributes(exchange),
    expires: new Date(expiresAt),
  });
}

export function clearContactCookie(exchange: Exchange): void {
  const name = nameCookie(contactCookie, exchange.deps.config);
  void exchange.reply.clearCookie(name, attributes(exchange));
}

/** A link as it is stored, also one that has ended. */
export type Link = Contact & {
  kind: RoundKind;
  status: RoundStatus;
  isActive: boolean;
  expiresAt: string;
  revokedAt: string | null;
  lastUsedAt: string | null;
};

/** Returns the link of a cookie; undefined when there is none, or when its hotel was deleted. */
export function findLink(db: Db, cookie: string): Promise<Link | undefined> {
  const hash = linkHash(cookie);
  return db
    .selectFrom('contactLinks as link')
    .innerJoin('hotelContacts as contact', 'contact.id', 'link.contactId')
    .innerJoin('rounds as round', 'round.id', 'link.roundId')
    .select(['contact.id', 'contact.name', 'contact.isActive', 'link.id as linkId'])
    .select(['link.roundId', 'round.hotelId', 'round.kind', 'round.status'])
    .select(['link.expiresAt', 'link.revokedAt', 'link.lastUsedAt'])
    .where(
      sql<boolean>`(link.cookie_hash = ${hash} or link.former_hashes @> array[${hash}::bytea])`,
    )
    .executeTakeFirst();
}

/** Returns why a link no longer opens anything; null while it does. */
export function endOf(
  { revokedAt, isActive, status, expiresAt }: Omit<Link, keyof Contact>,
  now: number,
): string | null {
  const next = 'Ask the person who sent it for a new one.';
  if (revokedAt !== null) return `This link was withdrawn. ${next}`;
  if (!isActive) return 'This link was made for somebody who no longer works at the hotel.';
  if (status === 'cancelled') return 'The assessment that this link opens was cancelled.';
  if (Date.parse(expiresAt) <= now) return `This link has expired. ${next}`;
  return null;
}

/** Admits a hotel contact to a call, and counts the call. Throws when {@link requireContact} does. */
export async function admitContact(deps: Deps, request: FastifyRequest): Promise<void> {
  const link = await requireContact(deps, request);
  countCall(deps, link.linkId);
  await noteUse(deps, link);
}

/**
 * Finds the contact behind the cookie. Throws when there is none, when the link has ended, or when the page that
 * calls shows the round of another link.
 */
export async function requireContact(deps: Deps, request: FastifyRequest): Promise<Link> {
  const cookie = request.cookies[nameCookie(contactCookie, deps.config)];
  const link = cookie === undefined ? undefined : await findLink(deps.db, cookie);
  if (!link) throw new ProblemError('not-signed-in', 'Please open the link that you were sent.');
  const end = endOf(link, deps.now());
  if (end !== null) throw new ProblemError('not-signed-in', end);
  refuseOther(request, link);
  const { id, name, linkId, roundId, hotelId } = link;
  request.contact = { id, name, linkId, roundId, hotelId };
  return link;
}

/** Throws when the page names another link than the cookie's: another tab has opened that one since. */
function refuseOther({ headers }: FastifyRequest, { linkId }: Link): void {
  const named = headers[actingLinkHeader];
  if (named === undefined || named === String(linkId)) return;
  throw new ProblemError(
    'not-allowed',
    'This browser has opened another link since. Open your link again to go on.',
  );
}

/** Returns the contact as the audit trail names them: by name, since they have no account. */
export function actorOf(contact: Pick<Contact, 'name'> | null) {
  return contact && { id: null, name: contact.name };
}

type Calls = { count: number; until: number };
/** The calls of each link, for each database of this process. */
const callsOf = new WeakMap<Db, LRUCache<number, Calls>>();

function countCall({ db, now: clock }: Deps, linkId: number): void {
  const now = clock();
  const calls = callsOf.get(db) ?? new LRUCache<number, Calls>({ max: 10_000 });
  callsOf.set(db, calls);
  const known = calls.get(linkId);
  const current = known && known.until > now ? known : { count: 0, until: now + minute };
  current.count += 1;
  calls.set(linkId, current);
  if (current.count <= mostCalls) return;
  throw new ProblemError('too-many-attempts', 'That was too often. Please wait a minute.', {
    retryAfter: Math.ceil((current.until - now) / 1000),
  });
}

/**
 * Stores that the link was used, at most every five minutes. The first use of a day, in the
 * installation's time zone, is in the audit trail.
 */
export async function noteUse({ db, config, now }: Deps, link: Link): Promise<void> {
  const at = now();
  if (link.lastUsedAt !== null && at - Date.parse(link.lastUsedAt) < 5 * minute) return;
  const { dayOf } = daysIn(config.timeZone);
  await inTransaction(db, async (tx) => {
    const before = await tx
      .selectFrom('contactLinks')
      .select('lastUsedAt')
      .where('id', '=', link.linkId)
      .forUpdate()
      .executeTakeFirst();
    if (!before) return;
    await tx
      .updateTable('contactLinks')
      .set({ lastUsedAt: new Date(at).toISOString() })
      .where('id', '=', link.linkId)
      .execute();
    if (before.lastUsedAt !== null && dayOf(Date.parse(before.lastUsedAt)) === dayOf(at)) return;
    await recordEvent(tx, actorOf(link), 'link.used', link.linkId, detailsOf(link));
  });
}

/** Returns what the audit trail stores of a link: never its token. */
export function detailsOf(link: Pick<Link, 'hotelId' | 'kind' | 'name'>) {
  const { hotelId, kind, name } = link;
  return { hotelId, round: roundNames[kind].toLowerCase(), name };
}
