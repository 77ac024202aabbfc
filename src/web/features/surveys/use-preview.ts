import { useState } from 'react';

import type { Answer } from '#domain/answers/answer-type.ts';
import { hasAnswer } from '#domain/answers/answer-types.ts';
import { percentComplete, type Progress } from '#domain/interviews/progress.ts';
import type { GivenAnswer } from '#domain/scoring/score-response.ts';
import type { EditionQuestion } from '#domain/surveys/edition.ts';

/** An interview that is only tried: it lives as long as its dialog. */
export function usePreview(asked: readonly EditionQuestion[]) {
  const [index, go] = useState(0);
  const [progress, setProgress] = useState<Progress>({});
  const question = asked[index];
  const entry = progress[question?.id ?? 0] ?? null;
  return {
    /** 0 for the first; past the last the interview is complete. */
    index,
    /** None when the interview is complete. */
    question,
    entry,
    percent: percentComplete(progress, asked.length),
    /** A required question keeps Next closed until it has a choice or words. */
    canGoOn: !question?.required || hasAnswer(question, entry),
    given: givenAnswers(progress),
    go,
    answer: (next: Answer) =>
      question && setProgress({ ...progress, [question.id]: { ...next, score: 0 } }),
    restart: () => {
      setProgress({});
      go(0);
    },
  };
}
export type Preview = ReturnType<typeof usePreview>;

function givenAnswers(progress: Progress): GivenAnswer[] {
  return Object.entries(progress).flatMap(([id, entry]) =>
    entry ? [{ questionId: Number(id), answerId: entry.answerId, textValue: entry.textValue }] : [],
  );
}
