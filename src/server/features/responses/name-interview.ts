import { createHash, randomUUID } from 'node:crypto';

import type { Person, Scope } from '#domain/people/person.ts';
import type { ResponseInput } from '#domain/responses/response.ts';
import { readRequestKey } from '#server/http/request-key.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import { findClientId } from './queries.ts';

/** The client id to store a response under, and what it was taken from; null when it is new. */
export type NamedInterview = { clientId: string; by: 'client-id' | 'session' | 'key' | null };

type Named = {
  clientId?: string | undefined;
  sessionId?: ResponseInput['sessionId'];
  surveyId: number;
  hotelId: number | null;
};

/**
 * Returns the client id of an interview. Each interview is stored once, under its client id. When
 * the call brings none, it is the first of these that exists:
 *
 * - the client id of the session that the call names, so that a session takes one response;
 * - an id derived from the `Idempotency-Key`, so that sending the call again stores nothing;
 * - a new random id.
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
  // The person is part of the id: two people may use the same key.
  const digest = createHash('sha256').update(`${sender.person.id} ${key}`).digest('hex');
  return { clientId: `key_${digest}`, by: 'key' };
}
