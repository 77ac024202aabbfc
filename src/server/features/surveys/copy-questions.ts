import {
  copyTogether,
  type QuestionCopy,
  type QuestionsCopied,
} from '#domain/surveys/question-copy.ts';
import type { Question } from '#domain/surveys/question.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import { notFound, ProblemError } from '#server/problems.ts';
import { refuseTooMany } from './change-question.ts';
import { changeSurvey } from './change-survey.ts';
import { insertPlaced } from './insert-placed.ts';
import { findSurveyWithQuestions } from './queries.ts';
import { listParts } from './sections.ts';

/** Adds questions of another survey after those of this one. Returns also the other's title. */
export async function copyQuestions(
  tx: Db,
  surveyId: number,
  { from, questionIds }: QuestionCopy,
): Promise<QuestionsCopied & { title: string; source: string }> {
  const source = await findSurveyWithQuestions(tx, from, { archived: true });
  if (!source) throw notFound('The survey');
  requireTheirs(questionIds, source.questions);
  const wanted = new Set(questionIds);
  const chosen = source.questions.filter(({ id }) => wanted.has(id));
  return changeSurvey(tx, surveyId, async ({ title }) => {
    const { good, ...told } = copyTogether(chosen, await listParts(tx, surveyId));
    const count = await refuseTooMany(tx, surveyId, good.length);
    await insertPlaced(tx, surveyId, count + 1, good);
    return { ...told, copied: good.length, title, source: source.title };
  });
}

function requireTheirs(ids: readonly number[], questions: readonly Question[]): void {
  const left = new Set(questions.map(({ id }) => id));
  const errors = ids.flatMap((id, index) =>
    left.delete(id)
      ? []
      : [
          {
            path: `questionIds.${index}`,
            message: 'The survey has no such question, or it is named twice',
          },
        ],
  );
  const [first] = errors;
  if (first) throw new ProblemError('invalid-input', first.message, { errors });
}
