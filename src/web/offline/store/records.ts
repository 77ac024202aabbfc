import type { EvidenceKind } from '#domain/evidence/evidence.ts';
import type { AnsweredAt, Progress, Remarks } from '#domain/interviews/progress.ts';
import type { Completion, Present } from '#domain/problems/problem.ts';
import type { Edition } from '#domain/surveys/edition.ts';
import type { HeldWaiver } from '#domain/waivers/waiver.ts';
import type { DraftReturned, Revised, Revises } from './returned-records.ts';

/** CACHE. Something that was read from the server. It may be dropped at any time. */
export type Cached = {
  key: string;
  value: unknown;
  /** Milliseconds since 1970. */
  savedAt: number;
  /** Random bytes (`own-file.ts`). Absent in readings of earlier releases. */
  padding?: Uint8Array<ArrayBuffer>;
};

/**
 * CACHE. Marks a reading that nobody has used since a given time. Storing or reading the reading
 * removes this record, and the next sync writes a new one with the server's time. Only that time
 * decides what is dropped (rule 46).
 */
export type Unused = {
  /** The key of the reading. */
  key: string;
  /** Milliseconds since 1970, by the server's clock. */
  since: number;
};

/**
 * The name that this store gave itself. If this page knew another name before, the store was
 * emptied.
 */
export type StoreMark = {
  id: 'store';
  name: string;
  /** True when the store was emptied and the person has not yet dismissed the message about it. */
  isEmptied?: boolean;
  /** How many unsent files this page knows to have been in the emptied store. */
  lostFiles?: number;
};

/** What the server reported at its last contact. */
export type Contact = {
  id: 'server';
  epoch: string;
  /** Milliseconds since 1970, by the server's clock. */
  at: number;
  /** The server's time minus the device's, in milliseconds. */
  skew: number;
};

/** The hotel's data when the interview began. The response will name the hotel like this. */
export type DraftHotel = {
  hotelName: string;
  hotelBrand: string;
  hotelAddress: string;
  hotelCity: string;
};

/**
 * Why a re-assessment asks the whole survey: this device does not have the list of what failed, or
 * nothing of this survey is on it.
 */
export type WholeBecause = 'list-unknown' | 'nothing-failed';

/** OUTBOX. An interview under way. It holds its own edition, because the cache may be dropped. */
export type Draft = {
  clientId: string;
  hotelId: number;
  hotel: DraftHotel;
  edition: Edition;
  /** The re-assessment round in which it is held. Absent at a hotel without one. */
  roundId?: number;
  /** The ids of the questions that the re-assessment asks again. Absent where all are asked. */
  asked?: number[];
  /** Why a re-assessment asks the whole survey. Absent when it asks only a part, and in any other interview. */
  wholeBecause?: WholeBecause;
  /** The returned response that this draft corrects. Absent in any other interview. */
  returned?: DraftReturned;
  /** The waivers of its questions that the hotel had when it began. Absent when it had none. */
  waivers?: HeldWaiver[];
  respondentName: string;
  respondentJobTitle: string;
  /** 0 for the first question. */
  index: number;
  progress: Progress;
  answeredAt: AnsweredAt;
  /** The notes on single answers, by question. Absent in drafts of earlier releases. */
  remarks?: Remarks;
  /** When each of them was last changed. */
  remarkedAt?: AnsweredAt;
  notes: string;
  /** Milliseconds since 1970, by the device's clock. */
  startedAt: number;
  updatedAt: number;
  /** Increases by one with every change made on this device. */
  revision: number;
  /**
   * The question for which the camera or a file chooser was opened. Phones close a page behind the
   * camera: then the next start opens this question and says what happened.
   */
  awaiting?: number | null;
  /** What the server is known to hold of the interview; null when it may hold nothing. */
  copy: DraftCopy | null;
  /** Why the server refuses a copy; null otherwise. The interview goes on here all the same. */
  copyRefused: string | null;
  /**
   * How it was completed on another device, if the server has said so. Then it cannot be continued.
   */
  elsewhere?: Completion;
  /** The server's time minus the device's, in milliseconds, at the start. Absent if unknown. */
  skew?: number;
  /** True when the device's clock was set while the interview was open. */
  clockChanged?: boolean;
  /**
   * True when the store was emptied during the interview, and an open page wrote the draft again.
   */
  wasRewritten?: boolean;
};

export type DraftCopy = {
  sessionId: number;
  /** The `revision` of the draft that the server holds. */
  revision: number;
  /** The notes in the server's last reply. Joining compares our notes with them. */
  notes: string;
  /** The session's `lastUpdatedAt` in that reply. Absent in drafts of earlier releases. */
  updatedAt?: string;
};

/** OUTBOX. The fields that all records share that wait to be sent. */
export type Unsent = {
  /** The record's key, created on this device. Because of it, sending the record again does no harm. */
  clientId: string;
  /** SHA-256 of the bytes that are sent. */
  digest: string;
  /** `waiting` for the server. In every other state it waits for a person (`outbox/kind.ts`). */
  state: string;
  /** Why the server refused it, or why its last attempt failed; null before the first failure. */
  reason: string | null;
  attempts: number;
  nextAttemptAt: number;
};

/** A record that is sent as JSON. */
export type Frozen = Unsent & {
  /** The JSON text that is sent, byte for byte; it is never rewritten. */
  body: string;
};

/** OUTBOX. A finished interview. `body` is the JSON of POST /api/responses. */
export type Envelope = Frozen & {
  /** The texts that lists of unsent work show, so that they need not parse the body. */
  about: { hotelName: string; surveyTitle: string; respondentName: string };
  completedAt: number;
  /**
   * `waiting` for the server. The others wait for a person: the server refused a `needs-attention`
   * record for good, and an `elsewhere` interview was completed on another device, whose answers
   * are stored.
   */
  state: 'waiting' | 'needs-attention' | 'elsewhere';
  /** Set in the state `elsewhere`: how the interview was completed on the other device. */
  elsewhere?: Completion;
  /**
   * The edition that was asked: a key of {@link OfflineDatabase.editions}. Absent in old records.
   */
  asked?: string;
  /** True when the server confirmed it and was later restored to an earlier state. */
  wasStored?: boolean;
  /** Set when it corrects a returned response. */
  revises?: Revises;
};

/** OUTBOX. A change to a hotel's fields that someone made without a connection. */
export type HotelEdit = Frozen & {
  kind: 'hotel-edit';
  /** The hotel's id. Edits of one hotel are sent one after the other. */
  subject: number;
  /**
   * Numbers the edits of one hotel. The clock would not do: it may be set back between two edits.
   */
  order: number;
  about: { hotelName: string };
  /** Milliseconds since 1970, by the device's clock. */
  madeAt: number;
  /**
   * `waiting` for the server. The others wait for a person: the server refused a `needs-attention`
   * edit for good, and with `decide` somebody else has changed the field meanwhile.
   */
  state: 'waiting' | 'needs-attention' | 'decide';
  /** True when the edit may have reached the server. Then no later edit is joined to it. */
  tried: boolean;
  /** Set in the state `decide`: the values that the server has. */
  present?: Present;
};

/**
 * OUTBOX. Evidence that was taken on this device: a photo, document or signature. It is sent as
 * soon as the server is there, also while its interview is under way, and stays here for a while
 * after that, so that it can be seen without a connection and sent again to a restored server.
 */
export type StoredFile = Unsent & {
  /** The client id of its interview. */
  interviewId: string;
  questionId: number;
  kind: EvidenceKind;
  name: string;
  mediaType: string;
  /** Bytes. */
  size: number;
  /** Pixels; null for a document. */
  width: number | null;
  height: number | null;
  /** What the file shows; for a signature, the printed name. */
  caption: string;
  /** How often the caption was changed. Absent before the first change. */
  captionEdit?: number;
  /** Milliseconds since 1970, by the device's clock. */
  takenAt: number;
  /**
   * `waiting` for the server, `stored` there, or refused for good. `removed`: its person removed it
   * after the server may have received it, so the server must still delete it.
   */
  state: 'waiting' | 'stored' | 'removed' | 'needs-attention';
  /** True when the file may have reached the server. */
  tried: boolean;
  /** The user who took it, if an Admin has taken its interview over. Absent for one's own. */
  takenById?: number;
  /** The server's epoch when it confirmed the file. Absent before that. */
  epoch?: string;
  /**
   * When the server confirmed the file, in milliseconds since 1970 by the server's clock. Absent while unknown.
   */
  storedAt?: number;
  /** True when its bytes were deleted here because the server has them. */
  isLetGo?: true;
};

/**
 * OUTBOX. The bytes of a {@link StoredFile}, kept apart so that lists need not read them. Buffers
 * and not blobs: WebKit loses blobs.
 */
export type FileBytes = {
  clientId: string;
  bytes: ArrayBuffer;
  /** A JPEG or PNG; null for a document. */
  thumbnail: ArrayBuffer | null;
};

/** OUTBOX. An edition that was asked, kept as long as a response or receipt here refers to it. */
export type AskedEdition = { key: string; edition: Edition };

/** A finished interview, with the edition that was asked. */
export type Finished = { envelope: Envelope; asked: AskedEdition };

/** OUTBOX. What was sent and the server's confirmation of it, kept for `receiptDays` (`database.ts`). */
export type Receipt = Pick<
  Envelope,
  'clientId' | 'body' | 'digest' | 'about' | 'completedAt' | 'asked'
> & {
  responseId: number;
  totalScore: number;
  maxScore: number;
  /** Whether the interview passed. Absent in receipts of an earlier release. */
  passed?: boolean | null | undefined;
  receivedAt: number;
  /** Set when it corrected a returned response. */
  revises?: Revised;
  /**
   * The start of the time for which the receipt is kept, by the server's clock. A sync adds it to receipts that
   * lack it.
   */
  keptSince?: number;
  /** When the server learnt that this device has dropped its copy (rule 31); 0 until then. */
  confirmedAt: number;
  /**
   * The server's epoch when it confirmed. After a restore from backup or a failover, the server has another
   * epoch.
   */
  epoch: string;
};

/** OUTBOX. An interview that was given up here, and whose session the server may still hold. */
export type Abandoned = {
  clientId: string;
  hotelId: number;
  /** Null when no reply named the session. The server may hold one all the same. */
  sessionId: number | null;
  abandonedAt: number;
  respondentName?: string;
  /**
   * Set when the interview was completed on another device and so could not be abandoned. Kept until the person
   * has read that.
   */
  elsewhere?: Completion;
};

/** Space that is reserved so that an answer can still be stored when the device is full. */
export type Ballast = { id: 'ballast'; bytes: Uint8Array };
