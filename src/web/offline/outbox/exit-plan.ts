import { Dexie, type EntityTable } from 'dexie';
import { z } from 'zod';

import { clockSkewHeader } from '#domain/responses/device-clock.ts';
import { digestHeader } from '#domain/sync/client-id.ts';
import { asSentence, countWords, formatMoment } from '#web/lib/format.ts';
import type { OfflineDatabase } from '#web/offline/store/database.ts';
import { filesOf, removeFilesOf } from '#web/offline/files/kept-files.ts';
import type { PlanCommand } from '#web/offline/store/exit-plan-records.ts';
import type { OutboxKind } from './kind.ts';

/**
 * The plan that was agreed in an exit meeting. Its client id makes sending it again safe: the server
 * stores one plan under it. Its signatures are files of their own, and may arrive before or after it.
 *
 * A plan waits while an interview of its hotel waits, so that the server knows the findings first. An interview
 * that the server has refused does not delay the plan.
 */
export const exitPlan: OutboxKind<PlanCommand> = {
  noun: 'exit plan',
  table: plansIn,

  /** Signatures belong to the plan. A person who discards it discards them too. */
  along: {
    tables: (db) => [db.files, db.fileBytes, db.plans],
    take: async (db, { clientId }) => {
      await db.plans.delete(clientId);
      return removeFilesOf(db, clientId);
    },
  },

  inState(db, state) {
    const stored = state === 'attention' ? 'needs-attention' : state;
    return plansIn(db)
      .where('[kind+state+order]')
      .between([kind, stored], [kind, stored, Dexie.maxKey]);
  },

  async lines(db) {
    const waiting = await this.inState(db, 'waiting').toArray();
    if (waiting.length === 0) return [];
    const held = await hotelsAwaited(db);
    const lines = new Map<number, string[]>();
    for (const { subject, clientId } of waiting)
      if (!held.has(subject)) lines.set(subject, [...(lines.get(subject) ?? []), clientId]);
    return [...lines.values()];
  },

  request: async (_, { body, digest, subject, heldBy }, { clock }) => ({
    method: 'POST',
    path: `/api/hotels/${subject}/exit-plans${heldBy === undefined ? '' : `?heldBy=${heldBy}`}`,
    headers: {
      'content-type': 'application/json',
      [digestHeader]: digest,
      ...(clock && { [clockSkewHeader]: String(clock.skew) }),
    },
    body,
  }),

  begin: async (db, { clientId }) =>
    (await db.commands.where('clientId').equals(clientId).modify({ tried: true })) === 1,

  async takeReply(db, command, { status, json }, { epoch, keptSince }) {
    const { clientId, subject } = command;
    if (status !== 200 && status !== 201) return null;
    const receipt = receiptSchema.safeParse(json).data;
    if (receipt?.clientId !== clientId || receipt.hotelId !== subject) return null;
    const undecided = receipt.items.filter(({ isUndecided }) => isUndecided).length;
    const otherwise = receipt.items.filter((item) => item.otherwise !== undefined).length;
    await db.transaction('rw', db.commands, db.plans, async () => {
      await db.plans.update(clientId, {
        ...{ hasArrived: true, sent: { command, epoch } },
        ...(undecided + otherwise > 0 && {
          meets: { undecided, otherwise, roundId: receipt.roundId },
        }),
        ...(keptSince !== undefined && { keptSince }),
      });
      await db.commands.delete(clientId);
    });
    return 'synced';
  },

  async refuse(db, { clientId }, { type, detail }) {
    const reason = asSentence(detail);
    await db.commands.update(clientId, {
      state: 'needs-attention',
      reason: [reason, moreWords[type]].filter(Boolean).join(' '),
    });
    return 'refused';
  },

  words({ about: { hotelName, actions }, madeAt }) {
    return {
      title: hotelName,
      details: `Exit plan of ${countWords(actions, 'action')}, agreed ${formatMoment(new Date(madeAt).toISOString())}`,
      of: hotelName,
      lost: `The plan that was agreed at ${hotelName} is on this device alone, with its signatures. Discarding it deletes it for good. Print it first if it is still needed.`,
    };
  },

  exported: ({ clientId, subject, about: { hotelName }, body, digest, heldBy }) => {
    const agreed = { digest, body, ...(heldBy !== undefined && { heldBy }) };
    return {
      responses: [],
      plans: [{ planId: clientId, hotelId: subject, hotelName, agreed }],
      files: (db) => filesOf(db, clientId),
    };
  },
};

const kind = 'exit-plan';
/** What to add to the server's refusal, by the type of the problem. */
const moreWords: Readonly<Partial<Record<string, string>>> = {
  '/problems/not-found': 'The hotel was deleted, or it is no longer assigned to you.',
  '/problems/same-key-other-content':
    'An Admin has agreed it from an exported file. Print this one before you discard it.',
};

const receiptSchema = z.object({
  id: z.int(),
  clientId: z.string(),
  hotelId: z.int(),
  roundId: z.int().nullable().default(null),
  items: z
    .array(z.object({ isUndecided: z.boolean().default(false), otherwise: z.unknown().optional() }))
    .default([]),
});

/**
 * Returns the table `commands`, typed as if it held only plans. Callers must query by the kind or by a plan's
 * id.
 */
function plansIn(db: OfflineDatabase): EntityTable<PlanCommand, 'clientId'> {
  return db.commands as unknown as EntityTable<PlanCommand, 'clientId'>;
}

const hotelSchema = z.object({ hotelId: z.int() });

/** Returns the ids of hotels with an interview that waits to be sent. */
async function hotelsAwaited(db: OfflineDatabase): Promise<ReadonlySet<number>> {
  const waiting = await db.envelopes
    .where('[state+completedAt]')
    .between(['waiting', Dexie.minKey], ['waiting', Dexie.maxKey])
    .toArray();
  return new Set(
    waiting.flatMap(({ body }) => hotelSchema.safeParse(JSON.parse(body)).data?.hotelId ?? []),
  );
}
