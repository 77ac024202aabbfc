import type { HotelInput } from '#domain/hotels/hotel.ts';
import {
  hotelFileHeadings,
  hotelImportFormats,
  mostImportRows,
  mostListedErrors,
  mostListedHotels,
  readHotelRow,
  type FindConsultant,
  type HotelColumn,
  type HotelImport,
} from '#domain/hotels/hotel-import.ts';
import type { Scope } from '#domain/people/person.ts';
import { asCode } from '#domain/text.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import { filledRows, readHeadedTable, type HeadedTable } from '#server/files/read-headed-table.ts';
import { refusedRows } from '#server/files/refused-rows.ts';
import { unreadParts } from '#server/files/unread-parts.ts';
import type { UploadedFile } from '#server/http/receive-upload.ts';
import * as queries from './import-queries.ts';

export type HotelTable = HeadedTable<HotelColumn>;
type GoodRow = { row: number; hotel: HotelInput };
type BadRow = HotelImport['errors'][number];

const codeTaken = 'Hotel ID already exists';

/**
 * Reads a file of hotels up to its headings. The rows are judged later, by {@link importHotels}.
 */
export function readHotelTable(file: UploadedFile): Promise<HotelTable> {
  const limits = { formats: hotelImportFormats, maxRows: mostImportRows };
  return readHeadedTable(file, hotelFileHeadings, limits);
}

/**
 * Imports the good rows and returns the reasons why the others were refused. In a preview it stores
 * nothing, and returns what the import would do. Hotels that a Service Consultant imports are
 * assigned to that consultant, like any hotel they add.
 */
export async function importHotels(
  db: Db,
  scope: Scope,
  table: HotelTable,
  preview: boolean,
): Promise<HotelImport> {
  const findConsultant = consultantFinder(await queries.listConsultants(db));
  const { good, bad } = await judgeRows(table, findConsultant);
  if (scope.kind === 'assigned')
    for (const { hotel } of good) hotel.serviceConsultantId = scope.userId;
  const isNew = await storeUnless(preview, db, good);
  const stored = good.filter(isNew);
  const taken = good.filter((one) => !isNew(one)).map(({ row }) => ({ row, error: codeTaken }));
  const errors = [...bad, ...taken].toSorted((a, b) => a.row - b.row);
  return {
    preview,
    success: stored.length,
    refused: errors.length,
    // 50,000 long reasons would be 30 MB. The workbook of refused rows has all of them.
    errors: errors.slice(0, mostListedErrors),
    refusedRows: await refusedRows(table, 'Hotels', errors),
    ...unreadParts(table),
    hotels: stored.slice(0, mostListedHotels).map(({ row, hotel }) => {
      const { hotelId, hotelName, hotelCity, stage } = hotel;
      return { row, hotelId, hotelName, hotelCity, stage };
    }),
  };
}

/**
 * Stores the hotels, unless this is a preview. Returns a function that is true for a row whose code
 * was free.
 */
async function storeUnless(preview: boolean, db: Db, good: readonly GoodRow[]) {
  const codes = good.map(({ hotel }) => hotel.hotelId);
  const taken = await queries.findTakenCodes(db, codes);
  const isFree = ({ hotel }: GoodRow) => !taken.has(hotel.hotelId.toLowerCase());
  if (preview) return isFree;
  const free = good.filter(isFree).map(({ hotel }) => hotel);
  // Leaves out a code that somebody else took since the check above.
  const stored = await queries.insertHotels(db, free);
  return ({ hotel }: GoodRow) => stored.has(hotel.hotelId);
}

async function judgeRows(table: HotelTable, findConsultant: FindConsultant) {
  const good: GoodRow[] = [];
  const bad: BadRow[] = [];
  /** The row of each code. */
  const rows = new Map<string, number>();
  for await (const { row, cells } of filledRows(table)) {
    const read = readHotelRow(cells, table.columns, findConsultant);
    if ('problem' in read) {
      bad.push({ row, error: read.problem });
      continue;
    }
    const code = read.hotel.hotelId.toLowerCase();
    const first = rows.get(code);
    if (first !== undefined) bad.push({ row, error: `Hotel ID repeats row ${first}` });
    else {
      rows.set(code, row);
      good.push({ row, hotel: read.hotel });
    }
  }
  return { good, bad };
}

type Consultant = { id: number; name: string; email: string };

/**
 * Finds a consultant by e-mail or by name, ignoring case. Two consultants of the same name can only
 * be found by e-mail.
 */
function consultantFinder(consultants: readonly Consultant[]): FindConsultant {
  const plain = (text: string) => asCode(text).toLowerCase();
  const byEmail = new Map(consultants.map(({ email, id }) => [plain(email), id]));
  const byName = Map.groupBy(consultants, ({ name }) => plain(name));
  return (text) => {
    const id = byEmail.get(plain(text));
    if (id !== undefined) return id;
    const [first, second] = byName.get(plain(text)) ?? [];
    if (!first) return { problem: `No service consultant is called "${text}"` };
    if (second)
      return { problem: `Several service consultants are called "${text}"; give the e-mail` };
    return first.id;
  };
}
