import type { DocumentType } from '#domain/documents/document.ts';
import { percentOf } from '#domain/scoring/verdict.ts';
import type { Stage } from '#domain/workflow/stages.ts';
import type { Tx } from '#server/db/statements/transaction.ts';
import { evaluationFindings } from './evaluation-words.ts';
import type { DemonstrationHotel } from './hotels.ts';
import type { Interview, World } from './interviews.ts';
import { calendarDay, day, iso } from './moments.ts';
import { makePdf } from './pdf.ts';
import type { Random } from './random.ts';

export type Keep = (name: string, content: Buffer) => Promise<void>;

/** Stores the files of evaluations, and inserts their rows. */
export async function insertDocuments(
  tx: Tx,
  world: World,
  interviews: readonly Interview[],
  keep: Keep,
): Promise<void> {
  const documents = world.hotels.flatMap((hotel) => {
    const held = interviews.filter((interview) => interview.hotel === hotel);
    return writeDocuments(world.random, hotel, held).map((text) => document(world, hotel, text));
  });
  for (const { row, content } of documents) await keep(row.filePath, content);
  await tx
    .insertInto('evaluationDocuments')
    .values(documents.map(({ row }) => row))
    .execute();
}

/** The text of a document. The first line is its title. */
type Text = { fileType: DocumentType; lines: string[] };

function document({ random, now, people }: World, hotel: DemonstrationHotel, text: Text) {
  const consultant = hotel.namedConsultant && people[hotel.namedConsultant];
  const uploader = consultant && consultant.leftAt > now ? consultant : people.assessor;
  const from = hotel.entered.Evaluation ?? now;
  const [title = ''] = text.lines;
  const isPdf = text.fileType === 'pdf';
  const content = isPdf ? makePdf(text.lines) : Buffer.from(`${text.lines.join('\n')}\n`);
  const row = {
    hotelId: hotel.id,
    fileName: `${title} - ${hotel.hotelName}.${text.fileType}`,
    fileType: text.fileType,
    fileSize: content.byteLength,
    filePath: `${random.letters(24)}.${text.fileType}`,
    uploadedAt: iso(random.between(from, Math.min(now, from + 20 * day))),
    uploadedBy: uploader.name,
    uploadedById: uploader.id,
  };
  return { row, content };
}

function writeDocuments(
  random: Random,
  hotel: DemonstrationHotel,
  held: readonly Interview[],
): Text[] {
  const summary: Text = { fileType: 'pdf', lines: summarise(random, hotel, held) };
  const minutes: Text = { fileType: 'txt', lines: takeMinutes(hotel, held) };
  if (hotel.stage === 'Evaluation') return random.chance(0.5) ? [summary, minutes] : [summary];
  if (hotel.stage === 'Disposition') return random.chance(0.5) ? [summary] : [];
  return [];
}

function summarise(random: Random, hotel: DemonstrationHotel, held: readonly Interview[]) {
  const line = (stage: Stage) => {
    const there = held.filter((interview) => interview.stage === stage);
    const totalScore = there.reduce((sum, one) => sum + one.score.totalScore, 0);
    const maxScore = there.reduce((sum, one) => sum + one.score.maxScore, 0);
    return `${stage}: ${there.length} interviews, ${percentOf({ totalScore, maxScore })} % of all points`;
  };
  return [
    'Assessment summary',
    `${hotel.hotelName}, ${hotel.hotelAddress}`,
    '',
    line('Onsite Assessment'),
    line('Virtual Re-Assessment'),
    '',
    ...random.shuffled(evaluationFindings).slice(0, 2),
  ];
}

function takeMinutes(hotel: DemonstrationHotel, held: readonly Interview[]): string[] {
  return [
    'Interview minutes',
    `${hotel.hotelName}, ${hotel.hotelAddress}`,
    ...held
      .filter(({ notes }) => notes !== '')
      .flatMap(({ completedAt, respondentName, respondentJobTitle, notes }) => [
        '',
        `${calendarDay(completedAt)}  ${respondentName}, ${respondentJobTitle}`,
        notes,
      ]),
  ];
}
