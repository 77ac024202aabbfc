import type { Collection, EntityTable, InsertType, Table } from 'dexie';

import type { Problem } from '#domain/problems/problem.ts';
import type { ExportedResponse } from '#domain/sync/exported-file.ts';
import type { PlanToExport } from '#domain/sync/exported-plan.ts';
import type { Reached } from '#web/offline/connection/contact.ts';
import type { OfflineDatabase } from '#web/offline/store/database.ts';
import type { StoredFile, Unsent } from '#web/offline/store/records.ts';

/** What a sync needs from its environment. Tests can make every step of it fail. */
export type Effects = {
  fetch: typeof globalThis.fetch;
  now: () => number;
  /** From 0 to 1. */
  random: () => number;
  /** Calls `act` when its turn to use the network has come. If this is absent, records are sent at once. */
  inTurn?: <T>(act: () => Promise<T>) => Promise<T>;
};

/**
 * The step was not done now and will be tried again. Holds the reason, as a sentence for people.
 */
export type Later = { later: string };

/**
 * What became of a sent record:
 *
 * - `synced`: the server stored it, and there is nothing left to confirm.
 * - `deleted`: the record need not be sent any more. Either the server stored it before a restore from backup
 *   and someone deleted it on purpose, or it is no longer on this device.
 */
export type Sent = 'synced' | 'stored' | 'refused' | 'deleted' | 'sign-in' | Later;

/** When and by which epoch of the server a record was confirmed. */
export type When = { epoch: string; receivedAt: number; keptSince?: number };

/**
 * `waiting` for the server. The others wait for a person: the server refused an `attention` record
 * for good; for a `decide` record it holds something else, and a person chooses between the two.
 */
export type Waiting = 'waiting' | 'attention' | 'decide';

/** The part of an export file that comes from one record. */
export type Exported = {
  responses: readonly ExportedResponse[];
  plans?: readonly PlanToExport[];
  /** Returns the files that go with it. */
  files(db: OfflineDatabase): Promise<StoredFile[]>;
};

/** The request that sends a record. */
export type Sending = {
  method: 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  path: string;
  headers: Record<string, string>;
  body?: string | FormData;
  /** Milliseconds after which the request counts as unanswered; 30 seconds if absent. */
  patience?: number;
};

/**
 * What the outbox must know about one kind of work. The engine, the counts, the question at a
 * sign-out, the export file, the Sync Centre and the fault harness use kinds only through this
 * type. `kinds.ts` lists the kinds.
 *
 * What all kinds share is in `send.ts`: the frozen bytes never change; they are sent under a key
 * that makes a repetition harmless; and a record leaves the outbox only with a receipt that repeats
 * what the kind demands.
 */
export type OutboxKind<R extends Unsent = Unsent> = {
  /** The name of one record: "response". The plural adds an s. */
  noun: string;
  /** Returns a closer name when all unsent records deserve it: "photo" instead of "file". */
  nounOf?(db: OfflineDatabase): Promise<string>;
  /**
   * True for records that are large. They are sent after all others, and only over a network that
   * the person allows.
   */
  isLarge?: true;
  table(db: OfflineDatabase): EntityTable<R, 'clientId'>;
  /** Returns the other tables that hold a part of a record, under the same client id. */
  beside?(db: OfflineDatabase): readonly Table<unknown, string>[];
  /** The other records that are deleted, in the same transaction, when a person discards this one. */
  along?: {
    tables(db: OfflineDatabase): readonly Table<unknown, string>[];
    /** Deletes those records and returns their client ids. */
    take(db: OfflineDatabase, record: R): Promise<readonly string[]>;
  };
  /**
   * Returns the records in this state, in the order in which they are sent. Nothing is read until
   * the caller asks for it.
   */
  inState(db: OfflineDatabase, state: Waiting): Collection<R, string, InsertType<R, 'clientId'>>;
  /** Returns how many records are in this state. A kind has this if it can count them faster than `inState`. */
  countIn?(db: OfflineDatabase, state: Waiting): Promise<number>;
  /**
   * Returns the client ids of waiting records, in lines. The records of a line are sent in order,
   * and the line ends with the first record that stays.
   */
  lines(db: OfflineDatabase): Promise<readonly (readonly string[])[]>;
  /**
   * Returns the request that sends the record. Returns null when the device cannot read the content now, and
   * `changed` when the record is gone meanwhile or something else must be sent.
   */
  request(db: OfflineDatabase, record: R, reached: Reached): Promise<Sending | null | 'changed'>;
  /**
   * Notes on the device that the record may now reach the server. Returns false if it is gone
   * meanwhile.
   *
   * @param next the client ids of the records whose turn comes next
   */
  begin?(db: OfflineDatabase, record: R, next: readonly string[]): Promise<boolean>;
  /**
   * Gives the server what it lacks to accept the record. Returns true when the record should be
   * sent once more.
   */
  mend?(db: OfflineDatabase, effects: Effects, record: R, problem: Problem): Promise<boolean>;
  /**
   * Takes the server's reply: one transaction removes the record and writes what is kept of it. Returns null
   * and changes nothing when the reply is not a receipt for exactly these bytes.
   */
  takeReply(
    db: OfflineDatabase,
    record: R,
    answer: { status: number; json: unknown },
    when: When,
  ): Promise<'synced' | 'stored' | null>;
  /**
   * Notes the refusal, with words for people. Returns null when the refusal is about something else. Then the
   * record is sent again.
   */
  refuse(db: OfflineDatabase, record: R, problem: Problem): Promise<'refused' | 'deleted' | null>;
  /**
   * Returns the texts of the questions to which records belong, by the records' client ids, as far as this
   * device knows them. A kind has this if its records belong to questions.
   */
  questionsOf?(db: OfflineDatabase, records: readonly R[]): Promise<ReadonlyMap<string, string>>;
  /**
   * Returns the texts that describe the record in the Sync Centre.
   *
   * @param question the text of its question, if `questionsOf` returned one
   */
  words(
    record: R,
    question?: string,
  ): {
    title: string;
    details: string;
    /** What the record belongs to, for the names of buttons: "Retry the response of Ana Ruiz". */
    of: string;
    /** What is lost when somebody discards it. */
    lost: string;
  };
  /** Returns what goes into an export file; null for work that an Admin does not import. */
  exported(record: R): Exported | null;
};
