import { createHash } from 'node:crypto';

import type { Insertable } from 'kysely';

import type { EvidenceKind } from '#domain/evidence/evidence.ts';
import type { FurtherFields } from '#domain/responses/further-fields.ts';
import { makeClientId } from '#domain/sync/client-id.ts';
import type { Database } from '#server/db/schema/schema.ts';
import type { Tx } from '#server/db/statements/transaction.ts';
import type { Keep } from './documents.ts';
import { drawPicture, type Drawing } from './draw-picture.ts';
import { illustrationOf, signature } from './illustrations.ts';
import type { Interview } from './interviews.ts';
import { iso, minute } from './moments.ts';
import type { Random } from './random.ts';

/** The number of hotels whose latest audit gets evidence. */
const audited = 14;
/** Pixels for one unit of a drawing. */
const pixels = { photo: 1.6, thumbnail: 0.5 };
/** The most findings of one audit that have a photo. */
const mostFindings = 2;

/** What an interview's person took at a question. */
type Shot = { kind: EvidenceKind; questionId: number; caption: string; drawing: Drawing };
type Drawn = { content: Buffer; thumbnail: Buffer; digest: Buffer };
type Row = Insertable<Database['evidence']> & { questionId: number };
type Picture = Drawn & { row: Row };

/**
 * Gives some of the latest audits photos of what was found, and a signature to every other one.
 * Each file has its own row and its own name in the store, as if a device had sent it. The drawings
 * behind them are few, and each is drawn once.
 */
export function takeEvidence(random: Random, audits: readonly Interview[]) {
  const latest = new Map(audits.map((audit) => [audit.hotel.id, audit]));
  const chosen = [...latest.values()].slice(-audited);
  const drawn = new Map<Drawing, Drawn>();
  const pictures: Picture[] = [];
  const interviews = audits.map((audit): Interview => {
    const place = chosen.indexOf(audit);
    if (place < 0) return audit;
    const shots = [...photosOf(random, audit), ...(place % 2 === 0 ? signatureOf(audit) : [])];
    const taken = shots.map((shot, number) => {
      const one = drawn.get(shot.drawing) ?? draw(shot.drawing);
      drawn.set(shot.drawing, one);
      return { ...one, row: rowOf(random, audit, shot, { ...one, number }) };
    });
    pictures.push(...taken);
    return { ...audit, files: taken.map(({ row }) => named(row)) };
  });
  return { interviews, pictures };
}

function draw(drawing: Drawing): Drawn {
  const content = drawPicture(drawing, pixels.photo);
  const thumbnail = drawPicture(drawing, pixels.thumbnail);
  return { content, thumbnail, digest: createHash('sha256').update(content).digest() };
}

/** Returns photos of the first findings, and of the questions where the survey always wants one. */
function photosOf(random: Random, { edition, score }: Interview): Shot[] {
  const answered = new Set(score.answers.map(({ questionId }) => questionId));
  const shownAt = score.findings.filter((place) => illustrationOf(edition.questions[place]?.code));
  const found = new Set(shownAt.slice(0, mostFindings));
  return edition.questions.flatMap(({ id, code, evidence }, place): Shot[] => {
    const shown = illustrationOf(code);
    const isWanted = found.has(place) || (evidence === 'always' && answered.has(id));
    if (!shown || !isWanted) return [];
    const { drawing, captions } = shown;
    return [{ kind: 'photo', questionId: id, caption: random.pick(captions), drawing }];
  });
}

/** Returns the respondent's signature, which belongs to the last question. */
function signatureOf({ edition, respondentName }: Interview): Shot[] {
  const last = edition.questions.at(-1);
  if (!last) return [];
  return [{ kind: 'signature', questionId: last.id, caption: respondentName, drawing: signature }];
}

function rowOf(
  random: Random,
  { clientId, startedAt, completedAt, conductor }: Interview,
  { kind, questionId, caption, drawing }: Shot,
  { content, digest, number }: Drawn & { number: number },
): Row {
  const takenAt = Math.min(completedAt, startedAt + (number + 1) * 2 * minute);
  return {
    ...{ fileId: makeClientId(takenAt, random.letters(16)), interview: clientId },
    ...{ kind, questionId, caption, digest, name: `${kind}-${number + 1}.png` },
    ...{ mediaType: 'image/png', size: content.byteLength },
    ...{ width: drawing.width * pixels.photo, height: drawing.height * pixels.photo },
    storeName: `${random.letters(24)}.png`,
    thumbnailName: `${random.letters(24)}.png`,
    takenAt: iso(takenAt),
    takenBy: conductor.name,
    takenById: conductor.id,
    uploadedAt: iso(completedAt + minute),
  };
}

type Named = NonNullable<FurtherFields['files']>[number];

function named({ fileId, questionId, kind, digest, size }: Row): Named {
  return { fileId, questionId, kind, digest: digest.toString('hex'), size };
}

/** Stores the files, and inserts their rows. */
export async function insertEvidence(
  tx: Tx,
  pictures: readonly Picture[],
  keep: Keep,
): Promise<void> {
  for (const { row, content, thumbnail } of pictures) {
    await keep(row.storeName, content);
    if (row.thumbnailName) await keep(row.thumbnailName, thumbnail);
  }
  await tx
    .insertInto('evidence')
    .values(pictures.map(({ row }) => row))
    .execute();
}
