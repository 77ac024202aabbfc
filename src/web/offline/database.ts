import { Dexie, type EntityTable } from 'dexie';

import type { AnsweredAt, Progress } from '#domain/interviews/progress.ts';
import type { Completion, Present } from '#domain/problems/problem.ts';
import type { Edition } from '#domain/surveys/edition.ts';
import { watchTransactions } from './store-watch.ts';

/** CACHE. What was last read from the server. May be dropped at any time. */
export type Cached = {
  key: string;
  value: unknown;
  /** Milliseconds since 1970. */
  savedAt: number;
};

/**
 * CACHE. A reading that nobody has used since. Saving or reading it removes the record, and the next
 * sync writes it anew with the server's time: only that time decides what is dropped (rule 46).
 */
export type Unused = {
  /** The key of the reading. */
  key: string;
  /** Milliseconds since 1970, by the server's clock. */
  since: number;
};

/** This store's name for itself. Where it is another one than before, the store was emptied. */
export type StoreMark = {
  id: 'store';
  name: string;
  /** The store was emptied, and nobody has read so yet. */
  isEmptied?: boolean;
};

/** What the server told at its last contact. */
export type Contact = {
  id: 'server';
  epoch: string;
  /** Milliseconds since 1970, by the server's clock. */
  at: number;
  /** The server's time minus the device's, in milliseconds. */
  skew: number;
};

/** The hotel as it was when the interview began: what the response will name. */
export type DraftHotel = {
  hotelName: string;
  hotelBrand: string;
  hotelAddress: string;
  hotelCity: string;
};

/** OUTBOX. An interview under way. It holds its own edition, since the cache may be dropped. */
export type Draft = {
  clientId: string;
  hotelId: number;
  hotel: DraftHotel;
  edition: Edition;
  respondentName: string;
  respondentJobTitle: string;
  /** 0 for the first question. */
  index: number;
  progress: Progress;
  answeredAt: AnsweredAt;
  notes: string;
  /** Milliseconds since 1970, by the device's clock. */
  startedAt: number;
  updatedAt: number;
  /** Grows with every change made here. */
  revision: number;
  /** What the server is known to hold of it; null until it holds anything. */
  copy: DraftCopy | null;
  /** Why the server takes no copy. The interview goes on here all the same. */
  copyRefused: string | null;
  /** How it was completed on another device, once the server has told so. It is not gone on with. */
  elsewhere?: Completion;
  /** The server's time minus the device's as it was known when the interview began, if it was. */
  skew?: number;
  /** The device's clock was set while the interview was open. */
  clockChanged?: boolean;
  /** The device's store was emptied under the interview, and an open page wrote it anew. */
  wasRewritten?: boolean;
};

export type DraftCopy = {
  sessionId: number;
  /** The draft's `revision` that the server holds. */
  revision: number;
  /** The notes as the server last told them: what ours are compared with when they are joined. */
  notes: string;
  /** The session's `lastUpdatedAt` then; absent in drafts of earlier releases. */
  updatedAt?: string;
};

/** OUTBOX. What every record has that waits to be sent: its frozen bytes, and how it stands. */
export type Unsent = {
  /** Made on this device. It is the key that makes sending the record again harmless. */
  clientId: string;
  /** The JSON text that is sent, byte for byte; it is never rewritten. */
  body: string;
  /** SHA-256 of the body's bytes. */
  digest: string;
  /** `waiting` for the server; the other states wait for a person (`outbox/kind.ts`). */
  state: string;
  /** Why the server refused it, or why its last try failed; null before. */
  reason: string | null;
  attempts: number;
  nextAttemptAt: number;
};

/** OUTBOX. A finished interview. `body` is a response as POST /api/responses takes it. */
export type Envelope = Unsent & {
  /** What lists of unsent work say of it; the body is opaque. */
  about: { hotelName: string; surveyTitle: string; respondentName: string };
  completedAt: number;
  /**
   * `waiting` for the server. The others wait for a person: `needs-attention` was refused for good,
   * and `elsewhere` was completed on another device, whose answers are stored.
   */
  state: 'waiting' | 'needs-attention' | 'elsewhere';
  /** In the state `elsewhere`: how it was completed there. */
  elsewhere?: Completion;
  /** The edition that was asked, as a key of {@link OfflineDatabase.editions}. */
  asked?: string;
  /** The server confirmed it before it was set back to an earlier state. */
  wasStored?: boolean;
};

/** OUTBOX. A hotel's fields as somebody changed them without a connection. */
export type HotelEdit = Unsent & {
  kind: 'hotel-edit';
  /** The hotel's id. Edits of one hotel are sent one after the other. */
  subject: number;
  /** Counts the edits of a hotel: the device's clock may be set back between two of them. */
  order: number;
  about: { hotelName: string };
  /** Milliseconds since 1970, by the device's clock. */
  madeAt: number;
  /**
   * `waiting` for the server. The others wait for a person: `needs-attention` was refused for good,
   * and in `decide` somebody else changed the field meanwhile.
   */
  state: 'waiting' | 'needs-attention' | 'decide';
  /** It may have reached the server. From then on a later edit is not joined to it. */
  tried: boolean;
  /** In the state `decide`: what the server has. */
  present?: Present;
};

/** OUTBOX. A file that a person made or chose here. Nothing writes one yet. */
export type StoredFile = { clientId: string; name: string; mediaType: string; madeAt: number };

/** OUTBOX. A file's bytes, apart from what lists say of it, so that a list reads no bytes. */
export type FileBytes = { clientId: string; bytes: Uint8Array };

/** OUTBOX. What was asked, kept as long as something here was answered to it. */
export type AskedEdition = { key: string; edition: Edition };

/** A finished interview, with what was asked. */
type Finished = { envelope: Envelope; asked: AskedEdition };

/** OUTBOX. What the server confirmed, with what was sent, kept for {@link receiptDays} days. */
export type Receipt = Pick<
  Envelope,
  'clientId' | 'body' | 'digest' | 'about' | 'completedAt' | 'asked'
> & {
  responseId: number;
  totalScore: number;
  maxScore: number;
  receivedAt: number;
  /** Since when it is kept, by the server's clock. A sync adds it to those of earlier releases. */
  keptSince?: number;
  /** When the server learnt that this device has dropped its copy (rule 31); 0 until then. */
  confirmedAt: number;
  /** The server's epoch when it confirmed: after a restore from backup it is another one. */
  epoch: string;
};

/** OUTBOX. An interview given up, whose session the server may still hold. */
export type Abandoned = {
  clientId: string;
  hotelId: number;
  /** Null where no answer told it; the server may hold the session all the same. */
  sessionId: number | null;
  abandonedAt: number;
  respondentName?: string;
  /**
   * How it was completed on another device, and so could not be abandoned. Nothing more is sent: it
   * stays until the person has read that.
   */
  elsewhere?: Completion;
};

/** Room kept back, so that an answer still fits when the device is full. */
export type Ballast = { id: 'ballast'; bytes: Uint8Array };

export const receiptDays = 30;
/** After so many days without a use, what was read last is let go of. */
export const cacheDays = 30;

/** One user's store on this device. `cached` and `unused` are the cache; the others are the outbox. */
export class OfflineDatabase extends Dexie {
  declare readonly cached: EntityTable<Cached, 'key'>;
  declare readonly drafts: EntityTable<Draft, 'clientId'>;
  declare readonly envelopes: EntityTable<Envelope, 'clientId'>;
  declare readonly receipts: EntityTable<Receipt, 'clientId'>;
  declare readonly abandoned: EntityTable<Abandoned, 'clientId'>;
  declare readonly ballast: EntityTable<Ballast, 'id'>;
  declare readonly unused: EntityTable<Unused, 'key'>;
  declare readonly marks: EntityTable<StoreMark, 'id'>;
  declare readonly contact: EntityTable<Contact, 'id'>;
  declare readonly editions: EntityTable<AskedEdition, 'key'>;
  declare readonly commands: EntityTable<HotelEdit, 'clientId'>;
  declare readonly files: EntityTable<StoredFile, 'clientId'>;
  declare readonly fileBytes: EntityTable<FileBytes, 'clientId'>;

  /** The store's name as this page knows it; null where it never saw one. */
  storeName: string | null = null;

  /** We closed it, since its person signed out or the page was left. */
  isLeft = false;

  /** What this page finished and the server has not confirmed: kept in case the store is emptied. */
  readonly finished = new Map<string, Finished>();
  /** The same of hotel edits. */
  readonly edited = new Map<string, HotelEdit>();

  readonly userId: number;

  constructor(userId: number) {
    // Strict: a transaction completes when it is on the disk, not when the system has been asked.
    super(`user_${userId}_bellwether_offline_data`, { chromeTransactionDurability: 'strict' });
    this.use(watchTransactions);
    this.userId = userId;
    // Versions only add: a table or an index once given stays, and envelopes are never rewritten.
    this.version(1).stores({
      cached: '&key',
      drafts: '&clientId, hotelId',
      envelopes: '&clientId',
      receipts: '&clientId, receivedAt, confirmedAt, epoch',
      abandoned: '&clientId',
      ballast: '&id',
    });
    this.version(2).stores({
      cached: '&key, savedAt',
      envelopes: '&clientId, [state+completedAt]',
    });
    this.version(3).stores({
      unused: '&key, since',
      marks: '&id',
      contact: '&id',
      editions: '&key',
      receipts: '&clientId, receivedAt, confirmedAt, epoch, keptSince',
    });
    this.version(4).stores({
      commands: '&clientId, [kind+state+order], [kind+subject+order]',
      files: '&clientId',
      fileBytes: '&clientId',
    });
    this.envelopes.hook('deleting', (clientId) => void this.finished.delete(clientId));
    this.commands.hook('deleting', (clientId) => void this.edited.delete(clientId));
    // A sign-out in another tab deletes the store; Dexie would close it too, with a warning.
    this.on('versionchange', ({ newVersion }) => {
      if (newVersion !== null) return true;
      this.isLeft = true;
      this.close({ disableAutoOpen: false });
      return false;
    });
  }

  /** Closes the store for good, as far as this page is concerned. */
  leave(): void {
    this.isLeft = true;
    this.close();
  }
}
