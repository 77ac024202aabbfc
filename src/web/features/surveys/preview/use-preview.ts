import { useState } from 'react';

import type { Answer } from '#domain/answers/answer-type.ts';
import type { GivenAnswer } from '#domain/scoring/scored-answer.ts';
import { standingsOf } from '#domain/scoring/standing.ts';
import type { EditionQuestion } from '#domain/surveys/edition.ts';

const noAnswer: Answer = { answerId: null, textValue: null };

/** Returns the state of a preview. It lasts as long as its dialog. */
export function usePreview(asked: readonly EditionQuestion[]) {
  const [index, go] = useState(0);
  const [answers, setAnswers] = useState<Readonly<Record<number, GivenAnswer>>>({});
  const given = Object.values(answers);
  const standings = standingsOf(asked, given);
  // A condition can name only an earlier question, so an answer never moves the current question or those
  // before it.
  const shown = asked.filter((_, place) => standings[place] !== 'hidden');
  const question = shown[index];
  const standing = question && standings[asked.indexOf(question)];
  const isNa = standing === 'not-applicable';
  const entry = answers[question?.id ?? 0];
  const done = standings.filter((one) => one === 'answered' || one === 'not-applicable').length;
  const give = (next: Answer, notApplicable?: true) =>
    question &&
    setAnswers({ ...answers, [question.id]: { ...next, questionId: question.id, notApplicable } });
  return {
    /** 0 for the first question. After the last one the interview is complete. */
    index,
    /** Undefined when the interview is complete. */
    question,
    /** How many questions are asked, as the answers are now. */
    count: shown.length,
    entry: isNa ? null : (entry ?? null),
    isNa,
    percent: shown.length === 0 ? 0 : Math.round((100 * done) / shown.length),
    /** False while a required question has no answer. */
    canGoOn: !question?.required || standing !== 'unanswered',
    given,
    go,
    answer: (next: Answer) => give(next),
    /** Marks the question not applicable, or takes that back. The answer is kept, so that it returns then. */
    setNa: (isMarked: boolean) => give(entry ?? noAnswer, isMarked || undefined),
    restart: () => {
      setAnswers({});
      go(0);
    },
  };
}
export type Preview = ReturnType<typeof usePreview>;
