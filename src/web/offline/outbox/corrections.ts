import { z } from 'zod';

import { furtherOf } from '#domain/responses/further-of.ts';
import { readGiven } from '#domain/responses/read-given.ts';
import { responseInputSchema, type ResponseDetail } from '#domain/responses/response.ts';
import type { GivenAnswer } from '#domain/scoring/scored-answer.ts';
import { call, OfflineError } from '#web/lib/api.ts';
import { readHealth } from '#web/offline/connection/read-health.ts';
import type { OfflineDatabase } from '#web/offline/store/database.ts';
import type { Envelope } from '#web/offline/store/records.ts';

/** A question with two different answers, both in words: this device's and the stored one. */
export type Difference = {
  question: string;
  own: string;
  /** Null when no answer is stored. */
  stored: string | null;
  /** This device's answer, in the form in which a correction sends it. */
  answer: GivenAnswer;
};

/** Returns the answers and notes of a response that waits here, read from its bytes. */
export function ownAnswers({ body }: Pick<Envelope, 'body'>): {
  answers: GivenAnswer[];
  notes: string;
} {
  const { responseAnswers = [], notes } = responseInputSchema.parse(JSON.parse(body));
  return { answers: responseAnswers, notes };
}

/**
 * Returns the questions that have another answer on this device than on the server, or another note.
 * A note that only the server has is no difference, because a correction keeps it.
 */
export function findDifferences(
  stored: Pick<ResponseDetail, 'questions'>,
  answers: readonly GivenAnswer[],
): Difference[] {
  const ownTo = new Map(answers.map((answer) => [answer.questionId, answer]));
  return stored.questions.flatMap((question): Difference[] => {
    const own = ownTo.get(question.id);
    if (!own) return [];
    const isSame =
      own.answerId === question.answerId &&
      own.textValue === question.textValue &&
      (own.notApplicable ?? false) === (question.notApplicable ?? false) &&
      (own.note ?? question.note) === question.note;
    if (isSame) return [];
    const { questionId, answerId, textValue } = own;
    return [
      {
        question: question.text,
        own: readGiven(question, own) ?? '',
        stored: readGiven(question, question),
        answer: { questionId, answerId, textValue, ...furtherOf(own) },
      },
    ];
  });
}

const correctedSchema = z.object({
  id: z.int(),
  totalScore: z.int(),
  maxScore: z.int(),
  passed: z.boolean().nullish(),
});

/**
 * Sends the answers given on this device as a correction of the stored response (rule 44). The
 * transaction that writes the receipt also removes the response from the outbox.
 *
 * Sending twice is safe: the server recognises the correction by the digest of the response. The
 * client id would not do, because every device that came too late has a correction of its own.
 */
export async function keepAsCorrection(
  db: OfflineDatabase,
  envelope: Envelope,
  responseId: number,
  correction: { reason: string; responseAnswers: readonly GivenAnswer[] },
): Promise<void> {
  const { clientId, body, digest, about, completedAt } = envelope;
  // Read the epoch first, because the receipt must name it: receipts of another epoch are sent
  // again.
  const health = await readHealth(fetch);
  if (!health) throw new OfflineError();
  const corrected = await call({
    method: 'POST',
    path: `/api/responses/${responseId}/corrections`,
    body: { clientId: digest, ...correction },
    schema: correctedSchema,
  });
  const now = Date.now();
  await db.transaction('rw', db.envelopes, db.receipts, async () => {
    await db.receipts.put({
      ...{ clientId, body, digest, about, completedAt, responseId },
      ...{ totalScore: corrected.totalScore, maxScore: corrected.maxScore },
      passed: corrected.passed,
      ...{ receivedAt: now, confirmedAt: now, epoch: health.epoch },
      ...(health.now !== undefined && { keptSince: health.now }),
    });
    await db.envelopes.delete(clientId);
  });
}
