import { useState } from 'react';

import type { Answer } from '#domain/answers/answer-type.ts';
import { hasAnswer } from '#domain/answers/answer-types.ts';
import { percentComplete, type Progress } from '#domain/interviews/progress.ts';
import type { GivenAnswer } from '#domain/scoring/score-response.ts';
import type { EditionQuestion } from '#domain/surveys/edition.ts';

/** Returns the state of a preview. It lasts as long as its dialog. */
export function usePreview(asked: readonly EditionQuestion[]) {
  const [index, go] = useState(0);
  const [progress, setProgress] = useState<Progress>({});
  const question = asked[index];
  const entry = progress[question?.id ?? 0] ?? null;
  return {
    /** 0 for the first question. After the last one the interview is complete. */
    index,
    /** Undefined when the interview is complete. */
    question,
    entry,
    percent: percentComplete(progress, asked.length),
    /** False while a required question has no answer. */
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
