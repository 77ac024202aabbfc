import { expect, test } from 'vitest';

import { actionsOf } from '#domain/people/roles.ts';
import { nextStepOf } from './next-step.ts';
import { hotelStatuses, mayMoveTo, stages, type Stage } from './stages.ts';

const everything = () => true;
const hotel = (stage: Stage, more: object = {}) => ({
  stage,
  status: 'Active' as const,
  virtualSessionCompletionDate: null,
  evaluationNotes: null,
  ...more,
});
const held = { virtualSessionCompletionDate: '2026-03-31' };
const written = { evaluationNotes: 'Warm welcome, slow check-in.' };

test.each([
  ['Initiated', {}, 'interview', 'Begin interview'],
  ['Onsite Assessment', {}, 'interview', 'Begin interview'],
  ['Virtual Session', {}, 'set-session-date', 'Set session date'],
  ['Virtual Session', held, 'move', 'Move to Virtual Re-Assessment'],
  ['Virtual Re-Assessment', held, 'interview', 'Begin re-assessment interview'],
  ['Evaluation', {}, 'write-evaluation', 'Write evaluation'],
  ['Evaluation', { evaluationNotes: ' \n' }, 'write-evaluation', 'Write evaluation'],
  ['Evaluation', written, 'move', 'Move to Disposition'],
  ['Disposition', written, 'complete', 'Mark as complete'],
] as const)('in %s with %o the next step is %s, "%s"', (stage, more, kind, label) => {
  expect(nextStepOf(hotel(stage, more), everything)).toMatchObject({ kind, label });
});

test('a move is only ever offered where the stages allow it', () => {
  const cases = stages.flatMap((stage) =>
    [{}, held, written, { ...held, ...written }].map((more) => hotel(stage, more)),
  );
  const refused = cases.filter((one) => {
    const step = nextStepOf(one, everything);
    return step?.kind === 'move' && !mayMoveTo(step.to, one);
  });
  expect(refused).toEqual([]);
});

test.each(stages)('a complete hotel needs nothing more in %s', (stage) => {
  const [, , complete] = hotelStatuses;
  expect(nextStepOf(hotel(stage, { status: complete }), everything)).toBeNull();
});

test('nobody is offered what they may not do', () => {
  const mayAllBut = (denied: string) => (action: string) => action !== denied;
  const offered = (denied: string) =>
    stages.filter((stage) => nextStepOf(hotel(stage), mayAllBut(denied)) !== null);
  expect(offered('interviews.conduct')).toEqual(['Virtual Session', 'Evaluation', 'Disposition']);
  expect(offered('hotels.write')).toEqual([
    'Initiated',
    'Onsite Assessment',
    'Virtual Re-Assessment',
  ]);
  const everyRole = Object.values(actionsOf).map((actions) =>
    stages.every((stage) =>
      nextStepOf(hotel(stage), (action) => actions.some((a) => a === action)),
    ),
  );
  expect(everyRole).toEqual([true, true, true]);
});
