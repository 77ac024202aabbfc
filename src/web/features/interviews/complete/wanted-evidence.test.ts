import { expect, test } from 'vitest';

import { wantsEvidence } from '#domain/evidence/lacking-evidence.ts';
import type { EditionQuestion } from '#domain/surveys/edition.ts';
import type { Draft } from '#web/offline/store/records.ts';
import type { InterviewAction } from '#web/features/interviews/interview-state.ts';
import { openInterview, reduceInterview } from '#web/features/interviews/reduce-interview.ts';
import { lackingNow, wantedWords } from './wanted-evidence.ts';

function asked(id: number, more: Partial<EditionQuestion> = {}): EditionQuestion {
  return {
    ...{ id, type: 'radio', required: true, text: `Question ${id}`, order: id, weight: 1 },
    ...{ kpeCategory: null, allowNa: true },
    answers: [10, 0].map((score, place) => ({
      ...{ id: id * 10 + place, text: `${score}`, score, isCorrect: false, order: place + 1 },
    })),
    ...more,
  };
}

const open = (questions: EditionQuestion[]) =>
  openInterview({
    edition: { surveyId: 1, number: 1, title: 'S', createdAt: '', questions },
    ...{ index: 0, progress: {}, answeredAt: {}, notes: '' },
  } as unknown as Draft);
const answer = (answerId: number): InterviewAction => ({
  type: 'answer',
  answer: { answerId, textValue: null },
  at: 1,
});
const run = (questions: EditionQuestion[], ...actions: InterviewAction[]) =>
  actions.reduce(reduceInterview, open(questions));
const always = asked(1, { evidence: 'always' });
const onFinding = asked(2, { evidence: 'on-finding' });
const next = { type: 'next' } as const;

test('the words follow the need and the answer', () => {
  expect(wantedWords(open([always]))).toBe('Evidence is wanted.');
  expect(wantedWords(open([asked(1)]))).toBeNull();
  expect(wantedWords(open([asked(1, { evidence: 'none' })]))).toBeNull();
  expect(wantedWords(run([onFinding], answer(20)))).toBe('Evidence is wanted on a finding.');
  expect(wantedWords(run([onFinding], answer(21)))).toBe(
    'Evidence is wanted: this answer is a finding.',
  );
  expect(wantedWords(run([always], { type: 'notApplicable', is: true, at: 1 }))).toBeNull();
});

test('missing evidence says whether only findings lack it', () => {
  const both = run([always, onFinding], answer(10), next, answer(21));
  expect(lackingNow(both, [])).toEqual({ places: [0, 1], areFindings: false });
  expect(lackingNow(both, [{ questionId: 1 }])).toEqual({ places: [1], areFindings: true });
  expect(lackingNow(both, [{ questionId: 1 }, { questionId: 2 }]).places).toEqual([]);
  expect(lackingNow(run([onFinding], answer(20)), []).places).toEqual([]);
});

test('a survey wants evidence only where a question does', () => {
  expect(wantsEvidence([asked(1), asked(2, { evidence: 'none' })])).toBe(false);
  expect(wantsEvidence([asked(1), onFinding])).toBe(true);
});

test('after a choice the interview stays where the answer wants evidence', () => {
  const goOn = { type: 'goOn', from: 0 } as const;
  const placeAfter = (question: EditionQuestion, id: number) =>
    run([question, asked(9)], answer(id), goOn).index;
  expect(placeAfter(always, 10)).toBe(0);
  expect(placeAfter(onFinding, 21)).toBe(0);
  expect(placeAfter(onFinding, 20)).toBe(1);
  expect(placeAfter(asked(1), 11)).toBe(1);
});
