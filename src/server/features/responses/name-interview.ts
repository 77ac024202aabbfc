import { createHash, randomUUID } from 'node:crypto';

import type { Person, Scope } from '#domain/people/person.ts';
import type { ResponseInput } from '#domain/responses/response.ts';
import { readRequestKey } from '#server/http/request-key.ts';
import type { Db } from '#server/db/transaction.ts';
import { findClientId } from './queries.ts';

/** The client id that a response is stored under, and what it comes from; null where it is new. */
export type NamedInterview = { clientId: string; by: 'client-id' | 'session' | 'key' | null };

type Named = {
  clientId?: string | undefined;
  sessionId?: ResponseInput['sessionId'];
  surveyId: number;
  hotelId: number | null;
};

/**
 * Each interview is stored once, by its client id. A call that brings none is stored under that of
 * the session it names, so a session takes one response; else under one made of its
 * `Idempotency-Key`, so that sending it again stores nothing; else under a new one.
 */
export async function nameInterview(
  db: Db,
  sender: { person: Pick<Person, 'id'>; scope: Scope; requestKey?: string | undefined },
  input: Named,
): Promise<NamedInterview> {
  if (input.clientId !== undefined) return { clientId: input.clientId, by: 'client-id' };
  const key = readRequestKey(sender.requestKey);
  const ofSession = await findClientId(db, sender.scope, input);
  if (ofSession !== undefined) return { clientId: ofSession, by: 'session' };
  if (key === undefined) return { clientId: randomUUID(), by: null };
  // Another person's key of the same letters is another key.
  const digest = createHash('sha256').update(`${sender.person.id} ${key}`).digest('hex');
  return { clientId: `key_${digest}`, by: 'key' };
}
