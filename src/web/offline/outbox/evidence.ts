import { Dexie } from 'dexie';
import { z } from 'zod';

import type { EvidenceDeletion, EvidenceKind } from '#domain/evidence/evidence.ts';
import type { Problem } from '#domain/problems/problem.ts';
import type { EditionQuestion } from '#domain/surveys/edition.ts';
import { digestField, digestHeader } from '#domain/sync/client-id.ts';
import { asSentence, formatFileSize, formatMoment } from '#web/lib/format.ts';
import type { OfflineDatabase } from '#web/offline/store/database.ts';
import { evidenceForm, sendingPath } from '#web/offline/files/evidence-form.ts';
import type { StoredFile } from '#web/offline/store/records.ts';
import type { OutboxKind, Sending, When } from './kind.ts';

/**
 * Evidence that was taken on this device: each file is a record of its own with a receipt of its own. A
 * `waiting` file is sent, and a `removed` one is deleted on the server. A file's bytes are read only when its
 * turn comes.
 *
 * A confirmed file stays here in the state `stored`, which is no longer part of the outbox:
 * `stored-file-bytes.ts` decides how long.
 */
export const evidence: OutboxKind<StoredFile> = {
  noun: 'file',
  isLarge: true,
  table: (db) => db.files,
  beside: (db) => [db.fileBytes],

  async nounOf(db) {
    if ((await ofState(db, 'removed').count()) > 0) return 'file';
    const unsent = [
      ...(await ofState(db, 'waiting').toArray()),
      ...(await ofState(db, 'needs-attention').toArray()),
    ];
    return unsent.some(({ kind }) => kind !== 'photo') ? 'file' : 'photo';
  },

  inState: (db, state) => inStates(db, statesOf[state]),

  async countIn(db, state) {
    let count = 0;
    for (const one of statesOf[state]) count += await ofState(db, one).count();
    return count;
  },

  /** Returns deletions first, then the files from the smallest to the largest. Each is a line of its own. */
  async lines(db) {
    return (await this.inState(db, 'waiting').primaryKeys()).map((clientId) => [clientId]);
  },

  async request(db, file) {
    const { clientId, digest, state, takenById } = file;
    if (state === 'removed') return deletionOf(file);
    const held = await db.fileBytes.get(clientId);
    if (held)
      return {
        method: 'PUT',
        path: sendingPath(file, takenById),
        headers: { [digestHeader]: digest },
        body: evidenceForm(file, held),
        patience,
      };
    // The person may have removed the file since this sync read it. Then the next sync deletes it on the
    // server.
    if ((await db.files.get(clientId))?.state !== state) return 'changed';
    // The server has this file and its bytes are gone here, so only its caption can have changed.
    return file.isLetGo
      ? {
          method: 'PATCH',
          path: `/api/evidence/${clientId}`,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ caption: file.caption, captionEdit: file.captionEdit ?? 0 }),
        }
      : null;
  },

  /**
   * Marks the next files in the same transaction, because each one waits for the disk. If one of them
   * is removed before its turn, its deletion is sent to a server that never had it, which does no harm.
   */
  async begin(db, { clientId, tried }, next) {
    if (tried) return true;
    const marked = db.files.where('clientId').anyOf(clientId, ...next);
    return (await marked.modify({ tried: true })) > 0;
  },

  async takeReply(db, file, { status, json }, when) {
    if (file.state === 'removed') {
      if (status !== 200 || deletedSchema.safeParse(json).data?.fileId !== file.clientId)
        return null;
      await db.files.delete(file.clientId);
      return 'synced';
    }
    if (status !== 200 && status !== 201) return null;
    const receipt = receiptSchema.safeParse(json).data;
    if (receipt?.fileId !== file.clientId || receipt.digest !== file.digest) return null;
    // A cache may repeat the receipt that came before another caption was sent.
    if (receipt.captionEdit < (file.captionEdit ?? 0)) return null;
    await keepStored(db, file, when);
    return 'synced';
  },

  async refuse(db, file, problem) {
    const { clientId, state, kind, epoch } = file;
    const isGone = problem.type === '/problems/gone';
    // The server keeps the file, because it is stored there as somebody else's. Nothing is left to do here.
    if (state === 'removed' || (isGone && epoch !== undefined)) {
      await db.transaction('rw', db.files, db.fileBytes, async () => {
        await db.files.delete(clientId);
        await db.fileBytes.delete(clientId);
      });
      return 'deleted';
    }
    // The server was restored to a time before it had the file, and the file's bytes are gone here too.
    if (problem.type === '/problems/not-found' && file.isLetGo && epoch !== undefined) {
      await keepStored(db, file, { epoch, receivedAt: 0 });
      return 'deleted';
    }
    const reason = wordsOf(problem, kind);
    await db.files
      .where('clientId')
      .equals(clientId)
      .and((now) => now.state === 'waiting')
      .modify({ state: 'needs-attention', reason });
    return 'refused';
  },

  async questionsOf(db, files) {
    const interviews = [...new Set(files.map(({ interviewId }) => interviewId))];
    const asked = new Map(
      await Promise.all(interviews.map(async (id) => [id, await questionsAsked(db, id)] as const)),
    );
    return new Map(
      files.flatMap(({ clientId, interviewId, questionId }) => {
        const question = asked.get(interviewId)?.find(({ id }) => id === questionId);
        return question ? [[clientId, question.text]] : [];
      }),
    );
  },

  words({ kind, caption, name, size, takenAt, state }, question) {
    const noun = nouns[kind];
    const moment = `taken ${formatMoment(new Date(takenAt).toISOString())}`;
    const taken = question === undefined ? moment : `${moment}, for “${question}”`;
    return {
      title: caption ? `${noun}: ${caption}` : noun,
      details:
        state === 'removed'
          ? `Removed here, and waits to be deleted on the server. It was ${taken}`
          : `${name}, ${formatFileSize(size)}, ${taken}`,
      of: caption || name,
      lost: `This ${noun.toLowerCase()} may be on this device alone. Discarding it deletes it here for good.`,
    };
  },

  exported: (file) =>
    file.state === 'removed' ? null : { responses: [], files: async () => [file] },
};

/** Returns the questions of an interview that is under way, finished or stored; none if its edition is not here. */
async function questionsAsked(
  db: OfflineDatabase,
  interviewId: string,
): Promise<readonly EditionQuestion[]> {
  const draft = await db.drafts.get(interviewId);
  if (draft) return draft.edition.questions;
  const record = (await db.envelopes.get(interviewId)) ?? (await db.receipts.get(interviewId));
  const held = record?.asked === undefined ? undefined : await db.editions.get(record.asked);
  return held?.edition.questions ?? [];
}

/** Milliseconds. A document of 10 MB takes 80 seconds at 1 Mbit/s. */
const patience = 5 * 60_000;

const nouns: Record<EvidenceKind, string> = {
  photo: 'Photo',
  document: 'Document',
  signature: 'Signature',
};

const statesOf = {
  waiting: ['removed', 'waiting'],
  attention: ['needs-attention'],
  decide: [],
} as const satisfies Record<string, readonly StoredFile['state'][]>;

/** Returns the files in this state, the smallest first. */
function ofState(db: OfflineDatabase, state: StoredFile['state']) {
  return db.files.where('[state+size]').between([state, Dexie.minKey], [state, Dexie.maxKey]);
}

/**
 * Returns the files in these states, state by state, and in each the smallest first. The browser reads
 * them one by one, with a cursor, which is slower than {@link ofState} for each state.
 */
function inStates(db: OfflineDatabase, states: readonly StoredFile['state'][]) {
  return db.files.where('[state+size]').inAnyRange(
    states.map((state) => [
      [state, Dexie.minKey],
      [state, Dexie.maxKey],
    ]),
  );
}

/**
 * Returns the request that deletes a file. The server requires a reason when the file belongs to somebody else.
 */
function deletionOf({ clientId, takenById }: StoredFile): Sending {
  const request = { method: 'DELETE', path: `/api/evidence/${clientId}` } as const;
  if (takenById === undefined) return { ...request, headers: {} };
  const reason: EvidenceDeletion = { reason: 'Removed by the Admin who took the interview over' };
  const headers = { 'content-type': 'application/json' };
  return { ...request, headers, body: JSON.stringify(reason) };
}

/** The fields that a receipt must have. */
const receiptSchema = z.object({
  fileId: z.string(),
  digest: digestField,
  captionEdit: z.int().default(0),
});
/** The fields that the receipt of a deletion must have. The receipt of a file has no `isDeleted`. */
const deletedSchema = z.object({ fileId: z.string(), isDeleted: z.literal(true) });

/**
 * Notes that the server has the file. If its person removed it meanwhile, it stays removed; if they
 * changed its caption, it is sent once more.
 */
async function keepStored(
  db: OfflineDatabase,
  { clientId, caption }: StoredFile,
  { epoch, keptSince }: When,
): Promise<void> {
  await db.transaction('rw', db.files, async () => {
    const file = await db.files.get(clientId);
    if (file?.state !== 'waiting') return;
    const { storedAt: _, ...rest } = file;
    await db.files.put({
      ...rest,
      ...{ epoch, reason: null, attempts: 0, nextAttemptAt: 0 },
      ...(keptSince !== undefined && { storedAt: keptSince }),
      state: file.caption === caption ? 'stored' : 'waiting',
    });
  });
  db.unsentFiles.delete(clientId);
}

/** Returns why our server refused the file and what its person can do. */
function wordsOf({ type, status, detail }: Problem, kind: EvidenceKind): string {
  const noun = nouns[kind].toLowerCase();
  const sentence = asSentence(detail);
  if (type === '/problems/gone')
    return `${sentence} Discard this copy, or export it first if the ${noun} is still needed.`;
  if (status === 403)
    return `${sentence} Ask an Admin whether your account may still hold interviews, then press Retry.`;
  if (status === 409)
    return `${sentence} Export it, discard it here, and ask an Admin whether the ${noun} that is stored is the right one.`;
  if (status === 413)
    return `${sentence} Export it and make it smaller, or discard it and take the ${noun} again.`;
  return `${sentence} Export it to keep it, then discard it here and take the ${noun} again if you can.`;
}
