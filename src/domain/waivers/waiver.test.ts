import { describe, expect, test } from 'vitest';

import { scoreResponse } from '#domain/scoring/score-response.ts';
import { randomResponses } from '#test/random-responses.ts';
import { questionsAt, waiversOf } from './asked-with-waivers.ts';
import { markWaived, waivedIn } from './mark-waived.ts';
import { endingSoon, heldWaivers, keysWaived, newWaiverSchema, stateOf } from './waiver.ts';

const kept = {
  ...{ id: 1, key: 'code:FO-1', reason: 'The lift is rebuilt' },
  ...{ from: '2026-03-10', to: '2026-03-12' },
  grantedAt: '2026-03-01T08:00:00.000Z',
  revokedAt: null as string | null,
};
const at = (moment: string) => Date.parse(moment);

describe('whether a question is waived', () => {
  const zone = 'Pacific/Auckland';
  test.each([
    ['before the first day begins there', '2026-03-09T10:59:59.999Z', false],
    ['as the first day begins there', '2026-03-09T11:00:00.000Z', true],
    ['at the end of the last day there', '2026-03-12T10:59:59.999Z', true],
    ['when the last day is over there', '2026-03-12T11:00:00.000Z', false],
  ])('%s', (_, moment, is) => {
    expect(keysWaived([kept], at(moment), zone)).toEqual(is ? ['code:FO-1'] : []);
  });

  test.each([
    ['granted in the same millisecond', { grantedAt: '2026-03-11T10:00:00.000Z' }, true],
    ['granted a moment later', { grantedAt: '2026-03-11T10:00:00.001Z' }, false],
    ['revoked in the same millisecond', { revokedAt: '2026-03-11T10:00:00.000Z' }, false],
    ['revoked a moment later', { revokedAt: '2026-03-11T10:00:00.001Z' }, true],
  ])('%s', (_, change, is) => {
    const found = keysWaived([{ ...kept, ...change }], at('2026-03-11T10:00:00.000Z'), 'UTC');
    expect(found).toHaveLength(is ? 1 : 0);
  });

  test('a device gets moments, and nothing that is over or revoked', () => {
    const waivers = [
      kept,
      { ...kept, id: 2, to: '2026-03-10' },
      { ...kept, id: 3, revokedAt: '2026-03-02T08:00:00Z' },
    ];
    expect(heldWaivers(waivers, at('2026-03-11T12:00:00Z'), zone)).toEqual([
      {
        ...{ key: 'code:FO-1', reason: 'The lift is rebuilt', validTo: '2026-03-12' },
        ...{ beginsAt: '2026-03-09T11:00:00.000Z', endsAt: '2026-03-12T11:00:00.000Z' },
      },
    ]);
  });
});

test('a waiver ends soon in its last 30 days', () => {
  const endsAt = '2026-03-31T00:00:00Z';
  const waiver = {
    ...{ key: 'code:FO-1', reason: 'The lift is rebuilt', validTo: '2026-03-30' },
    ...{ beginsAt: '2026-01-01T00:00:00Z', endsAt },
  };
  const next = { ...waiver, beginsAt: endsAt, endsAt: '2027-03-31T00:00:00Z' };
  const now = at('2026-03-01T00:00:00Z');
  expect(endingSoon([waiver], now)).toEqual([waiver]);
  expect(endingSoon([waiver], at('2026-02-28T23:59:59Z'))).toEqual([]);
  expect(endingSoon([next, waiver], now)).toEqual([]);
  expect(endingSoon([{ ...next, beginsAt: '2026-04-01T00:00:00Z' }, waiver], now)).toEqual([
    waiver,
  ]);
  expect(endingSoon([{ ...next, key: 'id:7' }, waiver], now)).toEqual([waiver]);
});

test('a waiver is to come, in force, ended or revoked', () => {
  const days = { validFrom: '2026-03-10', validTo: '2026-03-12', revokedAt: null };
  const states = ['2026-03-09', '2026-03-10', '2026-03-12', '2026-03-13'];
  expect(states.map((today) => stateOf(days, today))).toEqual([
    ...['to come', 'in force', 'in force', 'ended'],
  ]);
  expect(stateOf({ ...days, revokedAt: '2026-03-01T00:00:00Z' }, '2026-03-11')).toBe('revoked');
});

describe('what is sent', () => {
  const sent = {
    ...{ clientId: 'waiver_1_test', questionKey: 'code:fo-1', reason: 'The lift is rebuilt' },
    ...{ validFrom: '2024-02-29', validTo: '2027-02-28' },
  };
  test('the code gets capitals, and three years are allowed', () => {
    expect(newWaiverSchema.parse(sent).questionKey).toBe('code:FO-1');
  });
  test.each([
    ['questionKey', { questionKey: 'FO-1' }],
    ['questionKey', { questionKey: 'id:0' }],
    ['questionKey', { questionKey: 'code:\u0000' }],
    ['reason', { reason: ' ' }],
    ['validFrom', { validFrom: '0000-01-01' }],
    ['validTo', { validTo: '2027-03-01' }],
    ['validTo', { validTo: '2024-02-28' }],
    ['validTo', { validTo: '2024-02-30' }],
    ['roundId', { roundId: 0 }],
  ])('bad input is named at %s', (path, change) => {
    const { error } = newWaiverSchema.safeParse({ ...sent, ...change });
    expect(error?.issues.map((issue) => issue.path.join('.'))).toContain(path);
  });
});

test('a waived question scores like one that is not applicable, whatever was answered', () => {
  let waivedAtAll = 0;
  for (const { questions, answers, rules } of randomResponses(3_000, { seed: 59, rules: true })) {
    const allowing = questions.map((question) => ({ ...question, allowNa: true as const }));
    const waived = questions.flatMap(({ id }) => (id % 3 === 0 ? [id] : []));
    const marked = markWaived(answers, waived);
    const asNa = marked.map(({ waived: is, ...answer }) =>
      is ? { ...answer, answerId: null, textValue: null, notApplicable: true } : answer,
    );
    const figures = (given: typeof marked) => {
      const { answers: scored, naReasons: _, ...rest } = scoreResponse(allowing, given, { rules });
      return { ...rest, points: scored.map(({ score, maximum }) => ({ score, maximum })) };
    };
    expect(figures(marked)).toEqual(figures(asNa));
    expect(waivedIn(marked)).toHaveLength(waived.length);
    waivedAtAll += waived.length;
  }
  expect(waivedAtAll).toBeGreaterThan(3_000);
});

test('nobody has to look at what is waived, however much it is', () => {
  for (const { questions, answers, rules } of randomResponses(500, { seed: 7, rules: true })) {
    const given = answers.map(({ notApplicable: _, ...answer }) => answer);
    const all = questions.map(({ id }) => id);
    const scored = scoreResponse(questions, markWaived(given, all), { rules });
    expect(scored).toMatchObject({ naReasons: [], maxScore: 0, passed: null, findings: [] });
  }
});

test('what a device claims is removed, and its answer and note stay', () => {
  const none = { answerId: null, textValue: null };
  expect(
    markWaived(
      [
        { questionId: 1, answerId: 11, textValue: null, waived: true },
        { questionId: 2, ...none, waived: true },
        { questionId: 3, ...none, note: 'No lift', waived: true },
        { questionId: 4, answerId: 41, textValue: null },
      ],
      [4, 5],
    ),
  ).toEqual([
    { questionId: 1, answerId: 11, textValue: null },
    { questionId: 3, ...none, note: 'No lift' },
    { questionId: 4, answerId: 41, textValue: null, waived: true },
    { questionId: 5, ...none, waived: true },
  ]);
});

test('an interview keeps the waivers of its own questions, and goes by those in force', () => {
  const random = [...randomResponses(40, { seed: 3, rules: false })];
  const { questions } = random.find((one) => one.questions.length > 3)!;
  const [held] = heldWaivers([kept], at('2026-03-11T00:00:00Z'), 'UTC');
  const own = { ...held!, key: `id:${questions[1]?.id}` };
  expect(waiversOf(undefined, questions)).toEqual({});
  expect(waiversOf([held!], questions)).toEqual({});
  const draft = { edition: { questions }, ...waiversOf([held!, own], questions) };
  expect(draft.waivers).toEqual([own]);
  const waivedAt = (moment: string) =>
    questionsAt(draft, at(moment)).flatMap(({ waived }, place) => (waived ? [place] : []));
  expect(waivedAt('2026-03-09T23:59:59Z')).toEqual([]);
  expect(waivedAt('2026-03-10T00:00:00Z')).toEqual([1]);
  expect(waivedAt('2026-03-13T00:00:00Z')).toEqual([]);
});

test('a waiver without a question says that one is required, and nothing of keys', () => {
  const given = { clientId: 'waiver_1_abcdef', reason: 'Rebuilt', applyRoundId: null };
  const days = { validFrom: '2026-03-10', validTo: '2026-03-12' };
  const { error } = newWaiverSchema.safeParse({ ...given, ...days, questionKey: '' });
  const said = error?.issues.filter(({ path }) => path[0] === 'questionKey');
  expect(said?.map(({ message }) => message)).toEqual(['Question is required']);
});
