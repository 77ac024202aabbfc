import { Dexie } from 'dexie';
import { z } from 'zod';

import { clockSkewHeader } from '#domain/responses/device-clock.ts';
import { digestField, digestHeader } from '#domain/sync/client-id.ts';
import { countWords, formatMoment } from '#web/lib/format.ts';
import type { OfflineDatabase } from '#web/offline/store/database.ts';
import type { Envelope } from '#web/offline/store/records.ts';
import { filesOf, removeFilesOf } from '#web/offline/files/kept-files.ts';
import { completionIn, elsewhereWords } from './elsewhere.ts';
import type { OutboxKind, When } from './kind.ts';
import { offerEdition } from './offer-edition.ts';
import { wordsOfRefusal } from './refusal-words.ts';

/**
 * The fields that a receipt must have. The schema allows further fields, so that devices with an old release
 * accept the replies of a newer server.
 */
const receiptSchema = z.object({
  id: z.int(),
  clientId: z.string(),
  digest: digestField,
  totalScore: z.int(),
  maxScore: z.int(),
  passed: z.boolean().nullish(),
  applied: z.boolean().nullish(),
  syncStatus: z.string(),
});

const states = {
  waiting: 'waiting',
  attention: 'needs-attention',
  decide: 'elsewhere',
} as const satisfies Record<string, Envelope['state']>;

/** The outbox kind of finished interviews. `envelope.ts` freezes them. */
export const response: OutboxKind<Envelope> = {
  noun: 'response',
  table: (db) => db.envelopes,

  /** An interview that another device completed keeps its files: they belong to its response. */
  along: {
    tables: (db) => [db.files, db.fileBytes],
    take: async (db, { clientId, state }) =>
      state === 'elsewhere' ? [] : removeFilesOf(db, clientId),
  },

  inState(db, state) {
    const stored = states[state];
    return db.envelopes
      .where('[state+completedAt]')
      .between([stored, Dexie.minKey], [stored, Dexie.maxKey]);
  },

  /** Puts each interview in a line of its own, because interviews are independent of each other. */
  async lines(db) {
    return (await this.inState(db, 'waiting').primaryKeys()).map((clientId) => [clientId]);
  },

  request: async (_, { body, digest }, { clock }) => ({
    method: 'POST',
    path: '/api/responses',
    headers: {
      'content-type': 'application/json',
      [digestHeader]: digest,
      ...(clock && { [clockSkewHeader]: String(clock.skew) }),
    },
    body,
  }),

  mend: async (db, { fetch }, envelope, { type }) =>
    type === '/problems/edition-unknown' && offerEdition(db, fetch, envelope),

  async takeReply(db, envelope, { status, json }, when) {
    if (status !== 200 && status !== 201) return null;
    const receipt = receiptSchema.safeParse(json).data;
    if (receipt?.digest !== envelope.digest || receipt.clientId !== envelope.clientId) return null;
    await keepReceipt(db, envelope, receipt, when);
    return receipt.syncStatus === 'synced' ? 'synced' : 'stored';
  },

  async refuse(db, { clientId, wasStored }, problem) {
    if (problem.type === '/problems/gone' && wasStored) {
      await db.envelopes.delete(clientId);
      return 'deleted';
    }
    const elsewhere = completionIn(problem);
    await db.envelopes.update(
      clientId,
      elsewhere
        ? { state: 'elsewhere', reason: elsewhereWords(elsewhere), elsewhere }
        : { state: 'needs-attention', reason: wordsOfRefusal(problem) },
    );
    return 'refused';
  },

  words: ({ about: { hotelName, respondentName, surveyTitle }, completedAt, body }) => ({
    title: `${respondentName}, ${hotelName}`,
    details: `${surveyTitle}, completed ${formatMoment(new Date(completedAt).toISOString())}`,
    of: respondentName,
    lost: `The response of ${respondentName} at ${hotelName} is on this device alone. Discarding it deletes it${withFiles(body)} for good.`,
  }),

  exported: ({ clientId, digest, body }) => ({
    responses: [{ clientId, digest, body }],
    files: (db) => filesOf(db, clientId),
  }),
};

/** Returns for example " and its 3 files"; an empty text when the response names no files. */
function withFiles(body: string): string {
  // Only a response with files contains this text, so the others need not be parsed.
  if (!body.includes('"files":')) return '';
  const { files = [] } = JSON.parse(body) as { files?: readonly unknown[] };
  return files.length > 0 ? ` and its ${countWords(files.length, 'file')}` : '';
}

/** Returns what became of a correction, by its receipt. */
function outcomeIn({ applied }: z.infer<typeof receiptSchema>) {
  if (applied === true) return { outcome: 'applied' } as const;
  return { outcome: applied === false ? 'kept' : 'alone', isUntold: true } as const;
}

async function keepReceipt(
  db: OfflineDatabase,
  { clientId, body, digest, about, completedAt, asked, revises }: Envelope,
  receipt: z.infer<typeof receiptSchema>,
  when: When,
): Promise<void> {
  await db.transaction('rw', db.envelopes, db.receipts, async () => {
    await db.receipts.put({
      ...{ clientId, body, digest, about, completedAt },
      ...(asked !== undefined && { asked }),
      ...(revises && { revises: { ...revises, ...outcomeIn(receipt) } }),
      ...when,
      responseId: receipt.id,
      totalScore: receipt.totalScore,
      maxScore: receipt.maxScore,
      passed: receipt.passed,
      confirmedAt: receipt.syncStatus === 'synced' ? when.receivedAt : 0,
    });
    await db.envelopes.delete(clientId);
  });
}
