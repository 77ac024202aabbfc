import { sql } from 'kysely';

import { mostPhotos, mostSignatures, type ReportedPicture } from '#domain/results/hotel-report.ts';
import type { Db } from '#server/db/statements/transaction.ts';

/** Selects the evidence of stored responses, without strays: files that their sender had no right to send. */
function evidenceOf(db: Db) {
  return db
    .selectFrom('evidence')
    .innerJoin('responses as response', 'response.clientId', 'evidence.interview')
    .where('evidence.isStray', '=', false);
}

/** Returns whether the server has evidence of any of the hotel's responses. */
export async function isThereAny(db: Db, hotelId: number): Promise<boolean> {
  const found = await evidenceOf(db)
    .select(sql`1`.as('one'))
    .where('response.hotelId', '=', hotelId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

const hasThumbnail = sql<boolean>`evidence.thumbnail_name is not null`.as('hasThumbnail');

/** Returns the photos beside one answer, and how many the report leaves out. */
export type PhotosOf = (
  responseId: number,
  questionId: number,
) => { photos: ReportedPicture[]; morePhotos: number };

export const noPictures = { photosOf: () => ({ photos: [], morePhotos: 0 }), signatures: [] };

/** Returns the pictures that a report shows of these responses: photos beside the answers, and signatures. */
export async function picturesOf(db: Db, responses: readonly { readonly id: number }[]) {
  const ids = responses.map(({ id }) => id);
  const [photosOf, signatures] = await Promise.all([photosBeside(db, ids), signaturesOf(db, ids)]);
  return { photosOf, signatures };
}

/**
 * Returns a function that returns the photos beside an answer, those that were taken first. It returns no more once
 * the report has as many as it may have.
 */
async function photosBeside(db: Db, responseIds: readonly number[]): Promise<PhotosOf> {
  const rows = await db
    .selectFrom(
      evidenceOf(db)
        .select(['evidence.fileId', 'evidence.kind', 'evidence.caption', hasThumbnail])
        .select(['response.id as responseId', 'evidence.questionId'])
        .select([
          sql<number>`row_number() over (
            partition by evidence.interview, evidence.question_id
            order by evidence.taken_at, evidence.id
          )`.as('place'),
          sql<number>`count(*) over (partition by evidence.interview, evidence.question_id)`.as(
            'total',
          ),
        ])
        .where('evidence.kind', '=', 'photo')
        .where('response.id', '=', sql<number>`any(${responseIds})`)
        .as('photo'),
    )
    .selectAll()
    .where('place', '<=', mostPhotos.ofFinding)
    .orderBy('place')
    .execute();
  const byAnswer = Map.groupBy(rows, (row) => `${row.responseId}/${row.questionId}`);
  let left: number = mostPhotos.ofReport;
  return (responseId, questionId) => {
    const found = byAnswer.get(`${responseId}/${questionId}`) ?? [];
    const photos = found.slice(0, left).map(({ fileId, kind, caption, hasThumbnail: has }) => ({
      ...{ fileId, kind, caption },
      hasThumbnail: has,
    }));
    left -= photos.length;
    return { photos, morePhotos: (found[0]?.total ?? 0) - photos.length };
  };
}

/** Returns the signatures of these responses, the latest first, and one more than a report shows. */
function signaturesOf(db: Db, responseIds: readonly number[]) {
  return evidenceOf(db)
    .select(['evidence.fileId', 'evidence.kind', 'evidence.caption', hasThumbnail])
    .select(['response.id as responseId', 'response.completedAt'])
    .where('evidence.kind', '=', 'signature')
    .where('response.id', '=', sql<number>`any(${responseIds})`)
    .orderBy('response.completedAt', 'desc')
    .orderBy('evidence.id')
    .limit(mostSignatures + 1)
    .execute();
}
