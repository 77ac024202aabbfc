import { z } from 'zod';

import { readAnswer } from '#domain/answers/answer-types.ts';
import { responseInputSchema, type ResponseDetail } from '#domain/responses/response.ts';
import type { GivenAnswer } from '#domain/scoring/score-response.ts';
import { call, OfflineError } from '#web/lib/api.ts';
import { readHealth } from './contact.ts';
import type { Envelope, OfflineDatabase } from './database.ts';

/** What was given on this device to one question, beside what is stored, both in words. */
export type Difference = {
  question: string;
  own: string;
  /** Null where nothing is stored. */
  stored: string | null;
  /** The own answer, as a correction sends it. */
  answer: GivenAnswer;
};

/** The answers and notes of a response that waits here, read from its bytes. */
export function ownAnswers({ body }: Pick<Envelope, 'body'>): {
  answers: GivenAnswer[];
  notes: string;
} {
  const { responseAnswers = [], notes } = responseInputSchema.parse(JSON.parse(body));
  return { answers: responseAnswers, notes };
}

/** Returns the questions to which this device has an answer that is not the stored one. */
export function findDifferences(
  stored: Pick<ResponseDetail, 'questions'>,
  answers: readonly GivenAnswer[],
): Difference[] {
  const ownTo = new Map(answers.map((answer) => [answer.questionId, answer]));
  return stored.questions.flatMap((question): Difference[] => {
    const own = ownTo.get(question.id);
    if (!own) return [];
    const isSame = own.answerId === question.answerId && own.textValue === question.textValue;
    if (isSame) return [];
    const { questionId, answerId, textValue } = own;
    return [
      {
        question: question.text,
        own: readAnswer(question, own) ?? '',
        stored: readAnswer(question, question),
        answer: { questionId, answerId, textValue },
      },
    ];
  });
}

const correctedSchema = z.object({ id: z.int(), totalScore: z.int(), maxScore: z.int() });

/**
 * Sends the answers given on this device as a correction of the stored response (rule 44). The
 * response leaves the outbox in the transaction that writes its receipt. Sending twice is safe: the
 * server knows the correction by the digest of the response. The client id would not do: each device
 * that came too late has a correction of its own.
 */
export async function keepAsCorrection(
  db: OfflineDatabase,
  envelope: Envelope,
  responseId: number,
  correction: { reason: string; responseAnswers: readonly GivenAnswer[] },
): Promise<void> {
  const { clientId, body, digest, about, completedAt } = envelope;
  // Known before, since the receipt must name it: one of another epoch is offered again.
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
      ...{ receivedAt: now, confirmedAt: now, epoch: health.epoch },
      ...(health.now !== undefined && { keptSince: health.now }),
    });
    await db.envelopes.delete(clientId);
  });
}
