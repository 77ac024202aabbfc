import type { EvidenceOfInterview, HotelEvidence } from '#domain/evidence/evidence.ts';
import type { Person, Scope } from '#domain/people/person.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { presentEvidence } from './present.ts';
import * as queries from './queries.ts';

const nothing: EvidenceOfInterview = { held: [], missing: [], waitsOn: [] };

/**
 * Returns the files of an interview that the server holds, those that its response names and that
 * have not arrived, and on which devices they may wait. An interview that this person may not see
 * looks like one that does not exist: they get their own files of it and nothing else.
 */
export async function readOfInterview(
  db: Db,
  reader: { person: Person; scope: Scope },
  interview: string,
): Promise<EvidenceOfInterview> {
  const held = (await queries.listOfInterview(db, reader, interview)).map(presentEvidence);
  const known = await queries.findInterview(db, reader.scope, interview);
  const isSeen = known.some(({ userId, isSeen }) => isSeen || userId === reader.person.id);
  if (!isSeen) return { ...nothing, held };
  const named = await queries.listNamed(db, interview);
  const authors = known.flatMap(({ userId }) => userId ?? []);
  const absent = named.length > 0 ? await queries.listMissing(db, named.map(idOf), authors) : null;
  return {
    held,
    missing: named
      .filter(({ fileId }) => absent?.has(fileId))
      .map(({ fileId, questionId, kind }) => ({ fileId, questionId, kind })),
    waitsOn: await queries.listWaitingDevices(db, interview),
  };
}

const idOf = ({ fileId }: { fileId: string }) => fileId;

type Parts = { db: Db; editions: Deps['editions'] };

export async function readOfHotel(
  { db, editions }: Parts,
  hotelId: number,
  page: number,
): Promise<HotelEvidence> {
  const rows = await queries.listOfHotel(db, hotelId, page);
  const evidence: HotelEvidence['evidence'] = [];
  for (const row of rows) {
    const edition = await editions.find(db, row.surveyId, row.edition);
    const question = edition?.questions.find(({ id }) => id === row.questionId);
    evidence.push({
      ...presentEvidence(row),
      responseId: row.responseId,
      completedAt: row.completedAt,
      questionText: question?.text ?? null,
    });
  }
  return { total: await queries.countOfHotel(db, hotelId), evidence };
}
