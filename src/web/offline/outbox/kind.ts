import type { Collection, EntityTable, InsertType } from 'dexie';

import type { Problem } from '#domain/problems/problem.ts';
import type { ExportedResponse } from '#domain/sync/exported-file.ts';
import type { Reached } from '#web/offline/contact.ts';
import type { OfflineDatabase, Unsent } from '#web/offline/database.ts';

/** What syncing asks of the world around it, so that every step of it can be made to fail. */
export type Effects = {
  fetch: typeof globalThis.fetch;
  now: () => number;
  /** From 0 to 1. */
  random: () => number;
};

/** Not done now, and tried again: why, as a sentence for people. */
export type Later = { later: string };

/**
 * `synced`: stored, and with nothing left to confirm. `deleted`: the server is owed it no longer:
 * it was stored before a restore from a backup and deleted on purpose, or it left this device.
 */
export type Sent = 'synced' | 'stored' | 'refused' | 'deleted' | 'sign-in' | Later;

/** When and by which server a record was confirmed. */
export type When = { epoch: string; receivedAt: number; keptSince?: number };

/**
 * `waiting` for the server. The others wait for a person: `attention` was refused for good, and of
 * `decide` the server holds something else, so that a person chooses between the two.
 */
export type Waiting = 'waiting' | 'attention' | 'decide';

/**
 * What the outbox must know of one kind of work. The engine, the counts, the question at a sign-out,
 * the export file, the Sync Centre and the fault harness know kinds by this alone. `kinds.ts` lists
 * them, and a kind does not compile until it has answered everything here.
 *
 * What every kind has in common is `send.ts`'s: the frozen bytes never change, they are sent under a
 * key that makes a repetition harmless, and only a receipt that repeats what the kind demands lets a
 * record leave.
 */
export type OutboxKind<R extends Unsent = Unsent> = {
  /** What one is called: "response". Many have an s. */
  noun: string;
  table(db: OfflineDatabase): EntityTable<R, 'clientId'>;
  /** The records in this state, the oldest first. Their bodies are read only where asked for. */
  inState(db: OfflineDatabase, state: Waiting): Collection<R, string, InsertType<R, 'clientId'>>;
  /** Client ids of what waits. A line is sent in its order, and ends with the first that stays. */
  lines(db: OfflineDatabase): Promise<readonly (readonly string[])[]>;
  request(
    record: R,
    reached: Reached,
  ): { method: 'POST' | 'PATCH'; path: string; headers: Record<string, string> };
  /** Notes on the device that the record may reach the server. False where it is gone meanwhile. */
  begin?(db: OfflineDatabase, record: R): Promise<boolean>;
  /** Gives the server what it lacks to take the record. True where it is to be sent once more. */
  mend?(db: OfflineDatabase, effects: Effects, record: R, problem: Problem): Promise<boolean>;
  /**
   * Lets the record leave, in the transaction that writes what is kept of it. Null where the answer
   * is no receipt for exactly these bytes: then nothing changes.
   */
  takeReply(
    db: OfflineDatabase,
    record: R,
    answer: { status: number; json: unknown },
    when: When,
  ): Promise<'synced' | 'stored' | null>;
  /** Notes the refusal, with words for people. Null where it is about something else: it is sent again. */
  refuse(db: OfflineDatabase, record: R, problem: Problem): Promise<'refused' | 'deleted' | null>;
  /** How it reads in the Sync Centre. */
  words(record: R): {
    title: string;
    details: string;
    /** Whose it is, for the names of buttons: "Retry the response of Ana Ruiz". */
    of: string;
    /** What is lost where somebody discards it. */
    lost: string;
  };
  /** What an export file has of it; null for work that an Admin does not import. */
  exported(record: R): ExportedResponse | null;
};
