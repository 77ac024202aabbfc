import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { sql } from 'kysely';

import { deleteEvidenceOf, listStoredNames } from '#server/db/responses/evidence-of-response.ts';
import { leaveEmptySession } from '#server/db/responses/interviews.ts';
import { recordEvent } from '#server/db/audit/record-event.ts';
import { leaveTombstone } from '#server/db/responses/tombstones.ts';
import { inTransaction, type Db } from '#server/db/statements/transaction.ts';
import { noteUnsettled } from '#server/files/keep-documents.ts';

/**
 * The file that lists what was deleted on purpose. It is kept outside the database: a restore from
 * backup brings back what was deleted after the backup, and devices would then send it again. The
 * list holds client ids and no answers. Lines are only ever appended.
 */
export const deletionsFile = 'deletions.jsonl';

/** The `clientId` of evidence is its `fileId`. */
type Deletion = { kind: 'response' | 'session' | 'evidence'; clientId: string };

/**
 * Returns the list in this file; empty when there is no file. Ignores a line that was cut off. Two
 * appends at the same moment can write a line twice; it is returned once.
 */
export async function readDeletions(path: string): Promise<Deletion[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return [...new Set(text.split('\n'))].flatMap((line): Deletion[] => {
    const [, kind, clientId] =
      /^\{"kind":"(response|session|evidence)","clientId":"([\w-]+)"\}$/.exec(line) ?? [];
    return kind && clientId ? [{ kind: kind as Deletion['kind'], clientId }] : [];
  });
}

/** Appends the deletions that the list in this folder lacks, and returns how many they were. */
export async function addDeletions(
  dataDir: string,
  deletions: readonly Deletion[],
): Promise<number> {
  const path = join(dataDir, deletionsFile);
  const known = new Set((await readDeletions(path)).map(lineOf));
  const lines = deletions.map(lineOf).filter((line) => !known.has(line));
  if (lines.length === 0) return 0;
  const file = await open(path, 'a', 0o600);
  try {
    // Begins with a line feed, so that a line that was cut off earlier does not spoil the next one.
    await file.appendFile(`\n${lines.join('\n')}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  return lines.length;
}

const lineOf = ({ kind, clientId }: Deletion) => JSON.stringify({ kind, clientId });

export type Deletions = {
  /** Adds the deletions that the database knows and the list does not. */
  note: () => Promise<void>;
};

export function keepDeletions(db: Db, dataDir: string): Deletions {
  return { note: () => noteDeletions(db, dataDir) };
}

async function noteDeletions(db: Db, dataDir: string): Promise<void> {
  const deleted = await db.selectFrom('tombstones').select(['kind', 'clientId']).execute();
  await addDeletions(dataDir, deleted);
}

/**
 * Deletes again what the list names and the database does not know as deleted, because it was
 * restored from an older backup. Every start does this before anybody can connect, so it works
 * however the database was restored. Another process may start and do the same. Returns how many
 * responses were deleted.
 */
export async function repeatDeletions(db: Db, dataDir: string): Promise<number> {
  const listed = await readDeletions(join(dataDir, deletionsFile));
  return inTransaction(db, async (tx) => {
    const known = await tx.selectFrom('tombstones').select(['kind', 'clientId']).execute();
    const done = new Set(known.map(lineOf));
    const missing = listed.filter((one) => !done.has(lineOf(one)));
    const note = (name: string) => noteUnsettled(dataDir, name);
    for (const { kind, clientId } of missing) await again[kind](tx, clientId, note);
    return missing.filter(({ kind }) => kind === 'response').length;
  });
}

type Again = (tx: Db, clientId: string, note: (name: string) => Promise<void>) => Promise<void>;

const deleteResponse: Again = async (tx, clientId, note) => {
  // A job deletes the files, since the store is not open yet.
  for (const name of await listStoredNames(tx, clientId)) await note(name);
  await deleteEvidenceOf(tx, clientId, null);
  await leaveEmptySession(tx, clientId);
  const deleted = await tx
    .deleteFrom('responses')
    .where('clientId', '=', clientId)
    .returning(['id', 'surveyId', 'hotelId'])
    .executeTakeFirst();
  await leaveTombstone(tx, { kind: 'response', clientId });
  if (!deleted) return;
  const { id, ...of } = deleted;
  await recordEvent(tx, { id: 0, name: 'Restore from backup' }, 'response.deleted', id, of);
};

const deleteEvidence: Again = async (tx, clientId, note) => {
  const deleted = await tx
    .deleteFrom('evidence')
    .where('fileId', '=', clientId)
    .returning(['storeName', 'thumbnailName'])
    .executeTakeFirst();
  if (deleted) await note(deleted.storeName);
  if (deleted?.thumbnailName) await note(deleted.thumbnailName);
  await leaveTombstone(tx, { kind: 'evidence', clientId });
};

const deleteSession: Again = async (tx, clientId) => {
  await sql`
    with deleted as (
      delete from interview_sessions where client_id = ${clientId} returning *
    )
    insert into tombstones (kind, client_id, hotel_id, survey_id, began_at)
    select 'session', named.client_id, hotel_id, survey_id, started_at
    from (values (${clientId})) named (client_id) left join deleted using (client_id)
    on conflict do nothing`.execute(tx);
};

const again: Readonly<Record<Deletion['kind'], Again>> = {
  response: deleteResponse,
  session: deleteSession,
  evidence: deleteEvidence,
};
