import { z } from 'zod';

import { idField } from '#domain/identity.ts';
import { mostQuestions } from '#domain/surveys/question.ts';
import { clientIdField } from '#domain/sync/client-id.ts';
import { freeText } from '#domain/text.ts';

/**
 * What a response can hold besides its answers. Every field is optional and is stored as sent, except
 * `waived`, which the server sets. Only `notApplicable` and `waived` change a score (rules 63 and 111). A
 * response without a field is stored and returned without it. So responses from earlier releases stay the
 * same.
 */

/** The most characters of the note on one answer. */
export const longestNote = 2_000;
/** The most characters of the reason why evidence is missing. */
export const longestEvidenceReason = 500;
/** The most files that one response can name. */
export const mostFiles = 300;
/** The most bytes of one file. */
export const largestFile = 10 * 1024 * 1024;

/** What an answer can hold besides the answer itself, in a request. */
export const furtherAnswerFields = {
  notApplicable: z
    .boolean()
    .optional()
    .describe(
      'The question does not apply here, and counts nowhere. Where the question does not allow that, it counts as unanswered.',
    ),
  note: freeText('Note', longestNote)
    .optional()
    .describe('What the interviewer remarks on this answer.'),
  waived: z
    .boolean()
    .optional()
    .describe(
      'The device held a waiver of this question. The server decides by the waivers of the hotel, and compares the points with that in mind.',
    ),
};

/** What an answer can hold besides the answer itself, in a reply. Absent fields are left out. */
export const keptAnswerFields = {
  notApplicable: z.boolean().optional().describe('The question does not apply here.'),
  note: z.string().optional().describe('What the interviewer remarked on this answer.'),
  waived: z
    .boolean()
    .optional()
    .describe('A waiver of the hotel takes the question out: the answer counts nowhere.'),
};
export type FurtherOfAnswer = z.infer<z.ZodObject<typeof keptAnswerFields>>;

const fileSchema = z.object({
  fileId: clientIdField.describe('The name that the device gave the file.'),
  questionId: idField('Please select a question'),
  kind: z.enum(['photo', 'document', 'signature'], 'A file is a photo, document or signature'),
  digest: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'Give the SHA-256 of the file, in lower-case hexadecimal')
    .describe('SHA-256 of its bytes, in lower-case hexadecimal.'),
  size: z
    .int('Give the size in bytes')
    .min(1, 'The file is empty')
    .max(largestFile, 'A file can have at most 10 MB')
    .describe('Bytes.'),
});

/** The database stores these times in 16 bits, which is about nine hours. */
const [leastSeconds, mostSeconds] = [-32_768, 32_767];
const secondsMessage = `Give seconds, from ${leastSeconds} to ${mostSeconds}`;
const seconds = z
  .int(secondsMessage)
  .min(leastSeconds, secondsMessage)
  .max(mostSeconds, secondsMessage);

/**
 * Returns how many seconds after the start an answer was given, cut to the range that can be
 * stored.
 */
export function secondsBetween(startedAt: number, at: number): number {
  return Math.min(mostSeconds, Math.max(leastSeconds, Math.round((at - startedAt) / 1000)));
}

const questionKey = z.string().regex(/^[1-9]\d{0,9}$/, 'Times are keyed by question number');

/**
 * When each question was answered. The database stores it in a column of its own: see
 * {@link timingByPlace}.
 */
const timing = z
  .record(questionKey, seconds)
  .describe(
    'When each question was last answered, by its `id`: seconds since the interview began. Negative where the clock was set back. More than nine hours are cut to 32767.',
  );
export type Timing = z.infer<typeof timing>;

/** What a response can hold besides its answers. */
export const furtherFields = {
  files: z
    .array(fileSchema)
    .max(mostFiles, `A response can name at most ${mostFiles} files`)
    .optional()
    .describe('The files that belong to its answers. Each is sent by PUT /api/evidence/{fileId}.'),
  evidenceReason: freeText('Reason', longestEvidenceReason)
    .optional()
    .describe('Why evidence that a question wants is not among the files.'),
  roundId: idField('This is not the number of a round')
    .optional()
    .describe(
      'The round in which the interview was held. Left out, or not a round of the hotel: the round that was the current one of the hotel when the interview began.',
    ),
  asked: z
    .array(idField('This is not the number of a question'))
    .max(mostQuestions, `A survey has at most ${mostQuestions} questions`)
    .optional()
    .describe(
      'The questions that a re-assessment asked again and counts, by `id`; all of the edition where it is left out. It goes with the `roundId` of a round that asks a part of its surveys. Without such a round a call is refused; a response with a `clientId` is scored over the whole edition, and flagged.',
    ),
  revises: clientIdField
    .optional()
    .describe(
      'The `clientId` of the response that this one replaces. A response that was returned to its sender gets this content, and keeps its number and its `clientId`.',
    ),
  timing: timing.optional(),
  language: z
    .string()
    .max(35, 'Give a language such as en or pt-BR')
    .regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/, 'Give a language such as en or pt-BR')
    .optional()
    .describe('The language in which the interview was held, such as `en` or `pt-BR`.'),
};
export type FurtherFields = z.infer<z.ZodObject<typeof furtherFields>>;

type Places = readonly { readonly id: number }[];

/**
 * Returns the times in the order of the edition's questions, as the database stores them. A
 * question without an answer has null. Returns null when no time is known.
 */
export function timingByPlace(
  questions: Places,
  times: Timing | undefined,
): (number | null)[] | null {
  if (!times) return null;
  const byPlace = questions.map(({ id }) => times[id] ?? null);
  return byPlace.some((time) => time !== null) ? byPlace : null;
}

/** Returns the times by question id, as requests and replies have them. */
export function timingById(questions: Places, byPlace: readonly (number | null)[]): Timing {
  return Object.fromEntries(
    questions.flatMap(({ id }, place) => {
      const time = byPlace[place];
      return time == null ? [] : [[String(id), time] as const];
    }),
  );
}
