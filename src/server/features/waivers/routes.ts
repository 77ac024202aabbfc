import { z } from 'zod';

import { dueDaysAfter } from '#domain/actions/due.ts';
import { idParams } from '#domain/identity.ts';
import { daysIn } from '#domain/time-zone.ts';
import {
  grantedWaiverSchema,
  newWaiverSchema,
  stateOf,
  waiverParams,
  waiverSchema,
  type Waiver,
} from '#domain/waivers/waiver.ts';
import { reopenWaived } from '#server/db/plans/waive-actions.ts';
import { lockHotel } from '#server/db/rounds/lock-hotel.ts';
import { hotelInScope } from '#server/db/people/scope.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { defineRoute } from '#server/http/route.ts';
import { notFound } from '#server/problems.ts';
import { grantWaiver } from './grant-waiver.ts';
import * as queries from './queries.ts';

const ofHotel = defineRoute({
  method: 'GET',
  path: '/api/hotels/{id}/waivers',
  summary: "A hotel's waivers, the latest first, with those that are over",
  who: 'hotels.read',
  params: idParams,
  answer: z.array(waiverSchema),
  run: async ({ deps, db, scope, params: { id } }) => {
    if (!(await hotelInScope(db, scope, id))) throw notFound('The hotel');
    return present(deps, db, await queries.listWaivers(db, id));
  },
});

const grant = defineRoute({
  method: 'POST',
  path: '/api/hotels/{id}/waivers',
  summary: 'Waive one question at a hotel for some days',
  who: 'waivers.grant',
  audit: 'waiver.granted',
  repeat: 'own',
  params: idParams,
  body: newWaiverSchema,
  answer: grantedWaiverSchema,
  status: 201,
  refuses: {
    409: 'The round of `roundId` is approved or takes no interviews, the hotel has as many waivers as it can have, or the `clientId` is that of another waiver.',
  },
  run: async ({ deps, db, person, scope, params, body, record, reply }) => {
    const granter = { deps, db, person, scope, hotelId: params.id };
    const { id, isNew, revised } = await grantWaiver(granter, body);
    const waiver = await find(deps, db, params.id, id);
    if (isNew) await record(id, detailsOf(params.id, waiver));
    else reply.code(200);
    return { ...waiver, revised };
  },
});

const revoke = defineRoute({
  method: 'DELETE',
  path: '/api/hotels/{id}/waivers/{waiverId}',
  summary: 'Revoke a waiver; interviews completed before stay as they are',
  who: 'waivers.grant',
  audit: 'waiver.revoked',
  repeat: 'own',
  params: waiverParams,
  answer: waiverSchema,
  run: async ({ deps, db, person, scope, params: { id, waiverId }, record }) => {
    if (!(await lockHotel(db, scope, id))) throw notFound('The hotel');
    const before = await find(deps, db, id, waiverId);
    // Revoking it once more changes nothing.
    if (before.revokedAt !== null) return before;
    await queries.revoke(db, waiverId, person.id);
    if (before.state === 'in force') {
      const today = daysIn(deps.config.timeZone).dayOf(deps.now());
      const waiver = { id: waiverId, hotelId: id, questionKey: before.questionKey };
      await reopenWaived(db, waiver, dueDaysAfter(today, deps.config));
    }
    await record(waiverId, detailsOf(id, before));
    return find(deps, db, id, waiverId);
  },
});

type Presenting = Pick<Deps, 'config' | 'now'>;

async function find(deps: Presenting, db: Db, hotelId: number, id: number): Promise<Waiver> {
  const row = await queries.findWaiver(db, hotelId, id);
  const [waiver] = await present(deps, db, row ? [row] : []);
  if (!waiver) throw notFound('The waiver');
  return waiver;
}

async function present(
  { config, now }: Presenting,
  db: Db,
  rows: readonly queries.WaiverRow[],
): Promise<Waiver[]> {
  const today = daysIn(config.timeZone).dayOf(now());
  const keys = [...new Set(rows.map(({ questionKey }) => questionKey))];
  const questions = await queries.findQuestions(db, keys);
  return rows.map((row) => ({
    ...row,
    question: questions.get(row.questionKey) ?? null,
    state: stateOf(row, today),
  }));
}

/** Names the question by its code, or by its text where it has none. */
function detailsOf(hotelId: number, { question, questionKey, validFrom, validTo }: Waiver) {
  const name = question?.name || question?.text || questionKey;
  return { hotelId, question: name, from: validFrom, to: validTo };
}

export const waiverRoutes = [ofHotel, grant, revoke];
