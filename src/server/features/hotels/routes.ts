import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

import { changesBetween } from '#domain/audit/changes.ts';
import { assignedHotelsSchema, assignHotelsSchema } from '#domain/hotels/assign-hotels.ts';
import { declarationOf, hotelFieldNames } from '#domain/hotels/hotel-fields.ts';
import {
  exampleHotelRow,
  hotelHeadings,
  hotelImportQuerySchema,
  hotelImportSchema,
  largestHotelImport,
} from '#domain/hotels/hotel-import.ts';
import {
  changedHotelSchema,
  filteredHotelsQuerySchema,
  hotelChangeSchema,
  hotelSchema,
  newHotelSchema,
} from '#domain/hotels/hotel.ts';
import { idParams } from '#domain/identity.ts';
import { heldWaivers, type HeldWaiver, type KeptWaiver } from '#domain/waivers/waiver.ts';
import type { Deps } from '#server/deps.ts';
import { digestHeader, requestKeyHeader } from '#domain/sync/client-id.ts';
import { recordEvent } from '#server/db/audit/record-event.ts';
import { csvMediaType, writeCsv } from '#server/files/write-csv.ts';
import { defineRoute } from '#server/http/route.ts';
import { fileAnswer, sendFile } from '#server/http/send-file.ts';
import { defineSharedRead } from '#server/http/shared-read.ts';
import { readRequestKey } from '#server/http/request-key.ts';
import { notFound, ProblemError } from '#server/problems.ts';
import { assignHotels } from './assign-hotels.ts';
import { changeHotel, requireConsultant, requireDatesPast } from './change-hotel.ts';
import { importHotels, readHotelTable } from './import-hotels.ts';
import * as queries from './queries.ts';

/**
 * Returns the hotels with the waivers that each one has. Hotels without any are not touched: there may be
 * 20,000.
 */
function withWaivers<H extends { keptWaivers: KeptWaiver[] | null }>(
  { now, config }: Pick<Deps, 'now' | 'config'>,
  hotels: H[],
): (H & { waivers?: HeldWaiver[] })[] {
  for (const [index, hotel] of hotels.entries()) {
    const { keptWaivers } = hotel;
    const waivers = keptWaivers && heldWaivers(keptWaivers, now(), config.timeZone);
    if (waivers?.length) hotels[index] = { ...hotel, waivers };
  }
  return hotels;
}

/** The audit trail records that these fields changed, but not their text. */
const wordsUnkept = hotelFieldNames.filter((field) => declarationOf(field).kind === 'notes');

const list = defineSharedRead({
  path: '/api/hotels',
  summary: 'All hotels within scope, by name',
  who: 'hotels.read',
  answer: z.array(hotelSchema),
  run: async ({ deps, db, scope }) => withWaivers(deps, await queries.listHotels(db, scope)),
});

const filtered = defineRoute({
  method: 'GET',
  path: '/api/hotels/filtered',
  summary: "The signed-in person's hotels, by name; ignores the user in the query (rule 5)",
  who: 'hotels.read',
  query: filteredHotelsQuerySchema,
  answer: z.array(hotelSchema),
  run: async ({ deps, db, scope }) => withWaivers(deps, await queries.listHotels(db, scope)),
});

const one = defineRoute({
  method: 'GET',
  path: '/api/hotels/{id}',
  summary: 'One hotel',
  who: 'hotels.read',
  params: idParams,
  answer: hotelSchema,
  run: async ({ deps, db, scope, params }) => {
    const hotel = await queries.findHotel(db, scope, params.id);
    if (!hotel) throw notFound('The hotel');
    return withWaivers(deps, [hotel])[0] ?? hotel;
  },
});

const create = defineRoute({
  method: 'POST',
  path: '/api/hotels',
  summary: 'Add a hotel; a hotel that a consultant adds is assigned to them',
  who: 'hotels.write',
  audit: 'hotel.created',
  repeat: 'request-key',
  body: newHotelSchema,
  answer: hotelSchema,
  status: 201,
  run: async ({ deps, db, scope, body, record }) => {
    requireDatesPast(body, deps.now());
    // A hotel assigned to somebody else would disappear from the list of the consultant who added
    // it.
    const serviceConsultantId = scope.kind === 'all' ? body.serviceConsultantId : scope.userId;
    await requireConsultant(db, serviceConsultantId);
    const hotel = await queries.insertHotel(db, { ...body, serviceConsultantId });
    await record(hotel.id, { name: hotel.hotelName, code: hotel.hotelId });
    return hotel;
  },
});

const change = defineRoute({
  method: 'PATCH',
  path: '/api/hotels/{id}',
  summary:
    "Change a hotel's fields; with `version` or `basedOn`, only where nobody else has meanwhile",
  who: 'hotels.write',
  audit: 'hotel.changed',
  repeat: 'request-key',
  params: idParams,
  body: hotelChangeSchema,
  answer: changedHotelSchema,
  headers: [digestHeader],
  refuses: {
    409: '`version` is not the stored one, a field is not what `basedOn` says, or the hotel may not move to this stage yet.',
  },
  run: async ({ deps, db, request, person, scope, params, body, record }) => {
    const receipt = receiptOf(request);
    const stored = await queries.lockHotel(db, scope, params.id);
    if (!stored) throw notFound('The hotel');
    const { hotel, changed, recordCycle } = await changeHotel(db, stored, body, deps.now());
    const { stage, ...fields } = changed;
    const changes = changesBetween(stored, fields, { unkept: wordsUnkept });
    const details = { name: stored.hotelName, changes };
    if (stage !== undefined) {
      const move = { ...details, from: stored.stage, to: stage };
      await recordEvent(db, person, 'hotel.stage-changed', hotel.id, move);
    } else if (Object.keys(changes).length > 0) await record(hotel.id, details);
    await recordCycle?.(person);
    return { ...(withWaivers(deps, [hotel])[0] ?? hotel), ...(receipt && { receipt }) };
  },
});

/**
 * Returns what lets the device recognize the reply to its own change: the request's key and digest.
 * Throws 400 when the body's digest is not the one that the device declared.
 */
function receiptOf({ headers, bodyDigest }: FastifyRequest) {
  const key = readRequestKey(headers[requestKeyHeader]);
  const declared = headers[digestHeader];
  if (declared === undefined) return undefined;
  if (declared !== bodyDigest)
    throw new ProblemError(
      'malformed-request',
      'The change was damaged on its way. Send it again.',
    );
  return key === undefined ? undefined : { key, digest: bodyDigest };
}

const assign = defineRoute({
  method: 'POST',
  path: '/api/hotels/consultant',
  summary: 'Give many hotels one service consultant, all or none',
  who: 'hotels.write',
  audit: 'hotel.changed',
  repeat: 'request-key',
  body: assignHotelsSchema,
  answer: assignedHotelsSchema,
  refuses: {
    404: 'One of the hotels is not in the caller’s scope.',
    409: 'One of them has another consultant than `from` says.',
  },
  run: async ({ body, ...caller }) => ({ changed: await assignHotels(caller, body) }),
});

const remove = defineRoute({
  method: 'DELETE',
  path: '/api/hotels/{id}',
  summary: 'Delete a hotel with its interviews and documents; its responses stay (rule 28)',
  who: 'hotels.write',
  audit: 'hotel.deleted',
  repeat: 'own',
  params: idParams,
  answer: z.null(),
  status: 204,
  run: async ({ deps, db, scope, params, record, afterwards }) => {
    await queries.lockInterviews(db, params.id);
    const hotel = await queries.lockHotel(db, scope, params.id);
    if (!hotel) throw notFound('The hotel');
    const paths = await queries.listDocumentPaths(db, hotel.id);
    for (const path of paths) {
      afterwards(() => deps.documents.reconcile(path));
      await deps.documents.release(path);
    }
    await queries.deleteHotel(db, hotel.id);
    await record(hotel.id, { name: hotel.hotelName, code: hotel.hotelId });
    return null;
  },
});

const importFile = defineRoute({
  method: 'POST',
  path: '/api/hotels/import',
  summary: 'Import the hotels of a file; the reply lists bad rows. With preview=1, change nothing',
  who: 'hotels.write',
  audit: 'hotel.imported',
  repeat: 'request-key',
  query: hotelImportQuerySchema,
  upload: { largest: largestHotelImport, read: readHotelTable },
  answer: hotelImportSchema,
  run: async ({ db, scope, query, upload, record }) => {
    const preview = query.preview === '1';
    const outcome = await importHotels(db, scope, upload, preview);
    const { success, refused } = outcome;
    if (!preview) await record(null, { imported: success, refused });
    return outcome;
  },
});

const template = defineRoute({
  method: 'GET',
  path: '/api/hotels/import-template',
  summary: 'The file to fill in for an import, with one hotel as an example',
  who: 'hotels.read',
  answer: fileAnswer(csvMediaType),
  run: async ({ reply }) =>
    sendFile(reply, {
      name: 'hotel-import-template.csv',
      mediaType: csvMediaType,
      content: writeCsv([hotelHeadings, exampleHotelRow]),
    }),
});

export const hotelRoutes = [
  list,
  filtered,
  template,
  one,
  create,
  importFile,
  assign,
  change,
  remove,
];
