import { createHash } from 'node:crypto';

import { sql } from 'kysely';

import { idsOf, markIds } from './id-lists.ts';

/*
 * Approval is no part of the sums of closed days and months, because approving a round would change many of them.
 * Their records have the round, and the statement that reads them also reads which rounds are approved at that moment.
 */

/** Selects the ids of all approved rounds as one value: four bytes of each, in order. */
export const idsOfApproved = sql<Buffer>`(
  select coalesce(string_agg(int4send(id), '' order by id), '')
  from rounds where approved_at is not null)`;

export type ApprovedRounds = {
  /** Has 1 at the id of each approved round. */
  isApproved: Uint8Array;
  /** A name that no other set of rounds has, for sums that a process keeps. */
  name: string;
};

/** Returns the rounds whose ids {@link idsOfApproved} selected. */
export const approvedRounds = (ids: Buffer): ApprovedRounds => ({
  isApproved: markIds(idsOf(ids)),
  name: createHash('sha256').update(ids).digest('base64'),
});
