import { readAnswer } from '#domain/answers/answer-types.ts';
import { nameOfQuestion } from '#domain/scoring/verdict-in-words.ts';
import type { AskedQuestion } from './response.ts';

/** What an answer can be marked as in reports. */
export const marks = ['Critical finding', 'Finding', 'Not applicable', 'Waived'] as const;

/** What stands out at one question of a response: a finding, not applicable, waived, or a note. */
export type Remark = {
  readonly questionId: number;
  /** The question's code, or "question 7" where it has none. */
  readonly name: string;
  readonly section: string;
  readonly text: string;
  readonly mark: (typeof marks)[number] | null;
  /** The answer in words; null when there is none. */
  readonly answer: string | null;
  readonly note: string;
};

/**
 * Returns what stands out in a response, in the survey's order. Questions that were hidden or not
 * asked are left out.
 */
export function remarksOf(questions: readonly AskedQuestion[]): Remark[] {
  return questions.flatMap((question, place) => {
    const { section = '', text, note = '' } = question;
    const mark = markOf(question);
    if (question.hidden || question.notAsked || (mark === null && note === '')) return [];
    const answer = readAnswer(question, question);
    const name = nameOfQuestion(question, place);
    return [{ questionId: question.id, name, section, text, mark, answer, note }];
  });
}

function markOf({ finding, critical, notApplicable, waived }: AskedQuestion): Remark['mark'] {
  if (waived) return 'Waived';
  if (notApplicable) return 'Not applicable';
  if (!finding) return null;
  return critical ? 'Critical finding' : 'Finding';
}
