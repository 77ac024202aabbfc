import { expect, test } from 'vitest';

import { dutiesOf } from './duties.ts';
import { stages, type Stage } from './stages.ts';

let id = 0;
const card = (stage: Stage, more: object = {}) => {
  id += 1;
  return {
    id,
    hotelName: `Hotel ${id}`,
    stage,
    status: 'Active' as const,
    virtualSessionCompletionDate: null,
    responseCount: 0,
    ...more,
  };
};

test('tells what each hotel waits for, nothing of those that wait for nothing', () => {
  const assessed = card('Onsite Assessment', { responseCount: 2 });
  const done = card('Evaluation', { status: 'Complete' });
  const held = card('Virtual Session', { virtualSessionCompletionDate: '2026-03-31' });
  const waiting = stages.map((stage) => card(stage));
  const told = dutiesOf([assessed, done, held, ...waiting]);
  const [initiated, onsite, session, again, evaluation] = waiting.map((one) => [one]);
  expect(told).toEqual([
    { name: 'assess', stage: 'Onsite Assessment', hotels: onsite },
    { name: 'hold-session', stage: 'Virtual Session', hotels: session },
    { name: 'move-on', stage: 'Virtual Session', hotels: [held] },
    { name: 'reassess', stage: 'Virtual Re-Assessment', hotels: again },
    { name: 'evaluate', stage: 'Evaluation', hotels: evaluation },
    { name: 'begin', stage: 'Initiated', hotels: initiated },
  ]);
});

test('no hotels, no work', () => {
  expect(dutiesOf([])).toEqual([]);
});
