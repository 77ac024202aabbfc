import { Dexie, type EntityTable } from 'dexie';
import { z } from 'zod';

import { hotelFields, type HotelField } from '#domain/hotels/hotel-fields.ts';
import {
  changedHotelSchema,
  hotelChangeSchema,
  hotelSchema,
  type Hotel,
  type HotelChange,
  type SomeHotelFields,
} from '#domain/hotels/hotel.ts';
import { digestHeader, requestKeyHeader } from '#domain/sync/client-id.ts';
import { newRequestKey } from '#web/lib/request-key.ts';
import { formatMoment } from '#web/lib/format.ts';
import type { OfflineDatabase } from '#web/offline/store/database.ts';
import type { HotelEdit } from '#web/offline/store/records.ts';
import { durably } from '#web/offline/store/durably.ts';
import { inOwnFile } from '#web/offline/store/own-file.ts';
import { checkStore } from '#web/offline/store/store-mark.ts';
import { digestOf } from './envelope.ts';
import type { OutboxKind } from './kind.ts';

/**
 * A change to a hotel's fields that was made without a connection.
 *
 * It carries the values it was based on. If somebody else has written another value since, the
 * server refuses it; then both values are shown, and a person chooses. The edit's client id is its
 * request key, so an edit that is sent twenty times is applied once. Edits of one hotel are sent in
 * their order. An edit waits while an earlier edit of the same fields still needs a person's
 * decision.
 *
 * A later edit of the same fields is joined to the previous one, if that one cannot have reached
 * the server. So a card that is moved twice offline is one move, and a card that is moved there and
 * back is no move.
 */
export const hotelEdit: OutboxKind<HotelEdit> = {
  noun: 'hotel change',
  table: editsOf,

  inState(db, state) {
    const stored = state === 'attention' ? 'needs-attention' : state;
    return editsOf(db)
      .where('[kind+state+order]')
      .between([kind, stored], [kind, stored, Dexie.maxKey]);
  },

  async lines(db) {
    const lines = new Map<number, string[]>();
    const held = new Set<string>();
    for (const edit of await editsIn(db)) {
      const fields = fieldsOf(edit).map((field) => `${edit.subject} ${field}`);
      if (edit.state === 'waiting' && !fields.some((field) => held.has(field)))
        lines.set(edit.subject, [...(lines.get(edit.subject) ?? []), edit.clientId]);
      else for (const field of fields) held.add(field);
    }
    return [...lines.values()];
  },

  request: async (_, { clientId, body, digest, subject }) => ({
    method: 'PATCH',
    path: `/api/hotels/${subject}`,
    headers: {
      'content-type': 'application/json',
      [requestKeyHeader]: clientId,
      [digestHeader]: digest,
    },
    body,
  }),

  begin: async (db, { clientId }) =>
    (await db.commands.where('clientId').equals(clientId).modify({ tried: true })) === 1,

  async takeReply(db, { clientId, digest, subject }, { status, json }, { receivedAt }) {
    // A 202 only promises to apply the edit.
    if (status !== 200) return null;
    const answer = changedHotelSchema.safeParse(json).data;
    if (!answer?.receipt || answer.id !== subject) return null;
    const { receipt, ...hotel } = answer;
    if (receipt.key !== clientId || receipt.digest !== digest) return null;
    await db.transaction('rw', db.commands, db.cached, async () => {
      const stored = { key: `${storedKey}${subject}`, value: hotel, savedAt: receivedAt };
      await db.cached.put(inOwnFile(stored));
      await db.commands.delete(clientId);
    });
    return 'synced';
  },

  async refuse(db, edit, { type, detail, present }) {
    const { clientId } = edit;
    // The refusal is about other fields: two replies were mixed up on the way.
    if (present && Object.keys(contentOf(edit).basedOn).some((field) => !(field in present.values)))
      return null;
    const reason = type === '/problems/not-found' ? `${detail} ${goneWords}` : detail;
    await editsOf(db).update(
      clientId,
      present ? { state: 'decide', reason: detail, present } : { state: 'needs-attention', reason },
    );
    return 'refused';
  },

  words(edit) {
    const { hotelName } = edit.about;
    const fields = fieldsOf(edit).map((field) => hotelFields[field].label);
    return {
      title: hotelName,
      details: `${fields.join(', ')}, changed ${formatMoment(new Date(edit.madeAt).toISOString())}`,
      of: hotelName,
      lost: `Your change of ${fields.join(' and ')} at ${hotelName} is on this device alone. Discarding it deletes it for good.`,
    };
  },

  // No export file is needed: an Admin who is told about the change can make it too.
  exported: () => null,
};

const kind = 'hotel-edit';

/**
 * Returns the table `commands`, typed as if it held only hotel edits. Callers must query by the kind or by an
 * edit's id.
 */
export function editsOf(db: OfflineDatabase): EntityTable<HotelEdit, 'clientId'> {
  return db.commands as unknown as EntityTable<HotelEdit, 'clientId'>;
}

const goneWords = 'It was deleted, or it is no longer assigned to you.';

const contentSchema = z.looseObject({
  basedOn: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  cycle: hotelChangeSchema.shape.cycle,
});

/** What a person wants to change about a hotel, and the values they saw before. */
export type WantedEdit = {
  hotel: Pick<Hotel, 'id' | 'hotelName'>;
  fields: SomeHotelFields;
  basedOn: SomeHotelFields;
  /** The cycle that a person chose for a move to Initiated. */
  cycle?: HotelChange['cycle'];
};

/** Stores an edit until the server has it. When the promise resolves, the edit is on the disk. */
export async function queueHotelEdit(
  db: OfflineDatabase,
  { hotel, fields: wanted, basedOn, cycle }: WantedEdit,
  now: number,
): Promise<void> {
  // Parse the fields into the form that the server stores: texts without surrounding space.
  const { basedOn: _, version: __, cycle: ___, ...fields } = hotelChangeSchema.parse(wanted);
  const added = await durably(db, async () => {
    // If the store was emptied, first put back the edits that this page holds. Otherwise they would come after
    // the new edit, and an earlier value would be sent last.
    await checkStore(db);
    return db.transaction('rw', db.commands, async () => {
      const last = (await editsIn(db, hotel.id)).at(-1);
      const joined = last && isJoined(last, fields) ? last : undefined;
      if (joined) await db.commands.delete(joined.clientId);
      const base = joined ? contentOf(joined).basedOn : basedOn;
      const isDecided = joined?.state !== 'decide';
      if (isDecided && isSame(fields, base)) return null;
      const edit: HotelEdit = {
        ...frozen({ ...fields, ...(cycle && { cycle }) }, base),
        kind,
        subject: hotel.id,
        order: joined?.order ?? (last?.order ?? 0) + 1,
        about: { hotelName: hotel.hotelName },
        madeAt: now,
        ...(isDecided ? {} : { state: 'decide', reason: joined.reason }),
        ...(joined?.present && !isDecided && { present: joined.present }),
      };
      await db.commands.add(edit);
      return edit;
    });
  });
  if (added) db.edited.set(added.clientId, added);
}

/**
 * Called when the person chooses their own value: the edit is sent again, now based on the server's present
 * values.
 */
export async function keepOwn(db: OfflineDatabase, clientId: string): Promise<void> {
  await durably(db, () =>
    db.transaction('rw', db.commands, async () => {
      const edit = await editsOf(db).get(clientId);
      if (!edit?.present) return;
      const { present, ...rest } = edit;
      await db.commands.delete(clientId);
      const { fields, cycle } = contentOf(edit);
      const wanted = { ...fields, ...(cycle && { cycle }) };
      await db.commands.add({ ...rest, ...frozen(wanted, present.values) });
    }),
  );
}

/**
 * Returns a new body with its key and state. New bytes get a new key; the former bytes were never
 * stored.
 */
function frozen(fields: object, basedOn: object) {
  const body = JSON.stringify({ ...fields, basedOn });
  return {
    clientId: newRequestKey(),
    body,
    digest: digestOf(body),
    state: 'waiting' as const,
    reason: null,
    attempts: 0,
    nextAttemptAt: 0,
    tried: false,
  };
}

/** Returns the edits of one hotel in their order, or those of all hotels, hotel by hotel. */
function editsIn(db: OfflineDatabase, hotelId?: number): PromiseLike<HotelEdit[]> {
  const from = hotelId === undefined ? [kind] : [kind, hotelId];
  // In IndexedDB a shorter key sorts before all keys that begin with it.
  return editsOf(db)
    .where('[kind+subject+order]')
    .between(from, [...from, Dexie.maxKey])
    .toArray();
}

function isJoined(last: HotelEdit, fields: object): boolean {
  const isNowhereElse = last.state !== 'waiting' || !last.tried;
  return isNowhereElse && fieldsOf(last).join() === Object.keys(fields).join();
}

function isSame(fields: SomeHotelFields, base: SomeHotelFields): boolean {
  return (Object.keys(fields) as HotelField[]).every((field) => fields[field] === base[field]);
}

/** Returns the fields that an edit changes, the values it was based on, and the chosen cycle. */
export function contentOf({ body }: HotelEdit) {
  const { basedOn, cycle, ...fields } = contentSchema.parse(JSON.parse(body));
  return { fields: fields as SomeHotelFields, basedOn: basedOn as SomeHotelFields, cycle };
}

export function fieldsOf(edit: HotelEdit): HotelField[] {
  return Object.keys(contentOf(edit).fields) as HotelField[];
}

/**
 * The key under which the cache holds the hotel from the server's reply to a change. A later reading
 * replaces it.
 */
const storedKey = 'edited /api/hotels/';

/**
 * Stores the hotel as the server returned it, because its next reading may come from this device and be older.
 */
export async function keepStored(db: OfflineDatabase, hotel: Hotel, now: number): Promise<void> {
  await db.cached.put({ key: `${storedKey}${hotel.id}`, value: hotel, savedAt: now });
}

/** What this device knows about a hotel beyond its readings. */
export type EditedHotel = {
  /** Changes that wait to be sent; empty when there are none. */
  waiting: SomeHotelFields;
  /**
   * True when an edit was refused, or somebody else changed the field: the Sync Centre asks the
   * person.
   */
  needsPerson: boolean;
  /** The hotel as the server returned it when it stored the last change. */
  stored: Hotel | null;
};

/**
 * Returns what this device knows about edited hotels, by hotel id. Screens show this on top of what
 * was read.
 */
export async function editedHotels(db: OfflineDatabase): Promise<ReadonlyMap<number, EditedHotel>> {
  const edited = new Map<number, EditedHotel>();
  const of = (id: number) => edited.get(id) ?? { waiting: {}, needsPerson: false, stored: null };
  for (const { value } of await db.cached.where('key').startsWith(storedKey).toArray()) {
    const stored = hotelSchema.safeParse(value).data;
    if (stored) edited.set(stored.id, { ...of(stored.id), stored });
  }
  for (const edit of await editsIn(db)) {
    const known = of(edit.subject);
    edited.set(
      edit.subject,
      edit.state === 'waiting'
        ? { ...known, waiting: { ...known.waiting, ...contentOf(edit).fields } }
        : { ...known, needsPerson: true },
    );
  }
  return edited;
}

/** True when an edit of this hotel waits. Later edits must then queue behind it. */
export async function hasEdits(db: OfflineDatabase, hotelId: number): Promise<boolean> {
  return (await editsIn(db, hotelId)).length > 0;
}
