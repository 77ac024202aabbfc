import { askedQuestions } from '#domain/responses/ask.ts';
import { timingById } from '#domain/responses/further-fields.ts';
import type {
  SurveyResponse,
  ResponseAnswer,
  ResponseDetail,
  ResponseReceipt,
} from '#domain/responses/response.ts';
import type { ScoredAnswer } from '#domain/scoring/scored-answer.ts';
import { percentOf, verdictOf } from '#domain/scoring/verdict.ts';
import type { Edition } from '#domain/surveys/edition.ts';
import { withPercentBeforeAppeal } from '#server/db/responses/response-columns.ts';
import { furtherInReply } from './further-values.ts';
import type { ResponseRow } from './queries.ts';

/**
 * A response has fewer answers than this. Answers are stored inside their response, so an answer's
 * id is computed from the response's id and the answer's place. A place never changes: new answers
 * are added at the end, and corrected ones keep their place.
 */
const placesPerResponse = 10_000;

export function presentAnswers(
  responseId: number,
  answers: readonly ScoredAnswer[],
): ResponseAnswer[] {
  return answers.map(({ maximum: _, ...answer }, place) => ({
    id: responseId * placesPerResponse + place,
    responseId,
    ...answer,
  }));
}

export function presentResponse(row: ResponseRow): SurveyResponse {
  const { digest: _, userId: __, answers, ...response } = withPercentBeforeAppeal(row);
  return {
    ...response,
    responseAnswers: presentAnswers(row.id, answers),
    ...furtherInReply(row),
  };
}

export function presentReceipt(row: ResponseRow): ResponseReceipt {
  return { ...presentResponse(row), digest: row.digest };
}

type DetailRow = ResponseRow &
  Pick<ResponseDetail, 'causes' | 'conductedBy' | 'reviewedAt' | 'reviewedBy'> & {
    timing: (number | null)[] | null;
  };

export function presentDetail(
  { timing, ...row }: DetailRow,
  { questions, rules }: Pick<Edition, 'questions' | 'rules'>,
): ResponseDetail {
  return {
    ...presentResponse(row),
    conductedBy: row.conductedBy,
    reviewedAt: row.reviewedAt,
    reviewedBy: row.reviewedBy,
    percent: percentOf(row),
    verdict: verdictOf(row),
    causes: row.causes,
    questions: askedQuestions(questions, row, rules),
    ...(rules && { rules }),
    ...(timing && { timing: timingById(questions, timing) }),
  };
}
