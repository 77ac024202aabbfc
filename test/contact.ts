import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';

import type { Db } from '#server/db/statements/transaction.ts';
import { contactCookie, cookieOfToken, linkHash } from '#server/http/contact-session.ts';
import { aJpeg } from './evidence.ts';
import { aFormOf } from './form.ts';
import type { Answer, TestApp } from './test-app.ts';

type Made = {
  contactId: number;
  linkId: number;
  token: string;
  /** The header of a browser that has opened the link. */
  cookie: string;
};

/** Makes a contact of a hotel with a link to one of its rounds, directly in the database. */
export async function aLink(
  { db }: { db: Db },
  { hotelId, roundId, name = 'Ana Hotel' }: { hotelId: number; roundId: number; name?: string },
): Promise<Made> {
  const { id: contactId } = await db
    .insertInto('hotelContacts')
    .values({ clientId: randomUUID(), hotelId, name, email: 'ana@hotel.example' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const token = `${randomUUID()}${randomUUID()}`.replaceAll('-', '').slice(0, 43);
  const cookie = cookieOfToken(token);
  const { id: linkId } = await db
    .insertInto('contactLinks')
    .values({
      ...{ clientId: randomUUID(), contactId, roundId, cookieHash: linkHash(cookie) },
      expiresAt: sql<string>`now() + interval '60 days'`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { contactId, linkId, token, cookie: `${contactCookie}=${cookie}` };
}

type Photo = { action: number; fileId?: string; bytes?: Buffer; thumbnail?: Buffer | null };

/** Sends a photo of an action by a link. */
export function sendByLink(
  { as }: Pick<TestApp, 'as'>,
  cookie: string,
  { action, fileId = `photo_${randomUUID()}`, bytes = aJpeg(), thumbnail = aJpeg('small') }: Photo,
): Promise<Answer> {
  const files = [{ field: 'file', name: 'photo.jpg', content: bytes }];
  if (thumbnail) files.push({ field: 'thumbnail', name: 'thumbnail', content: thumbnail });
  const path = `/api/link/actions/${action}/photos/${fileId}`;
  return as('nobody')('PUT', path, ...aFormOf(files, { cookie }));
}
