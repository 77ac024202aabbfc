import { describe, expect, it } from 'vitest';

import type { Question } from '#domain/surveys/question.ts';
import { needsMore, writtenOptions } from './question-draft.ts';
import {
  fieldInTheWay,
  isDirty,
  onlyRemovesOptions,
  openWizard,
  reduceWizard,
  toSave,
  type Wizard,
  type WizardAction,
} from './question-wizard.ts';

const greeting: Question = {
  id: 7,
  surveyId: 1,
  text: 'Is the guest greeted?',
  type: 'radio',
  required: true,
  order: 3,
  weight: 2,
  kpeCategory: 'The Right Action',
  code: 'FO-012',
  section: 'Front office',
  answers: [
    { id: 71, questionId: 7, text: 'Always', score: 10, isCorrect: true, order: 1 },
    { id: 72, questionId: 7, text: 'Often', score: 5, isCorrect: false, order: 2 },
    { id: 73, questionId: 7, text: 'Never', score: 0, isCorrect: false, order: 3 },
  ],
};

const done = (wizard: Wizard, ...actions: WizardAction[]) => actions.reduce(reduceWizard, wizard);
const texts = (wizard: Wizard) => wizard.draft.options.map(({ text }) => text);
const next = { type: 'next' } as const;
const change = (fields: Extract<WizardAction, { type: 'change' }>['fields']): WizardAction => ({
  type: 'change',
  fields,
});
const write = (key: number, text: string, score: number | string = 0): WizardAction => ({
  type: 'change-option',
  key,
  fields: { text, score },
});

describe('step 1', () => {
  it('opens a new question behind the others, with the defaults', () => {
    const { step, draft } = openWizard(undefined, 4);
    expect(step).toBe(1);
    expect(draft).toMatchObject({ type: null, required: false, order: 5, weight: 1 });
    expect(draft.kpeCategory).toBe('None');
  });

  it('does not go on without text and type, and says so', () => {
    const bare = done(openWizard(undefined, 0), next);
    expect(bare.step).toBe(1);
    expect(bare.problem).toBe('Please fill in question text and select type');
    expect(bare.errors).toEqual({
      text: 'Question text is required',
      type: 'Question type is required',
    });
    const blank = done(bare, change({ text: '  ', type: 'text' }), next);
    expect(blank.step).toBe(1);
    expect(Object.keys(blank.errors)).toEqual(['text']);
    expect(done(blank, change({ text: 'How was it?' }), next).step).toBe(2);
  });

  it.each([
    ['weight', 0, 'Weight must be from 1 to 10'],
    ['weight', 11, 'Weight must be from 1 to 10'],
    ['weight', '', 'Weight must be from 1 to 10'],
    ['order', 0, 'Order must be at least 1'],
    ['order', 1.5, 'Order must be a whole number'],
  ])('refuses a %s of %j at its field', (field, value, message) => {
    const wizard = done(openWizard(greeting, 9), change({ [field]: value }), next);
    expect(wizard.step).toBe(1);
    expect(wizard.errors).toEqual({ [field]: message });
    expect(wizard.problem).toBeNull();
  });

  it('forgets what was wrong with a field once it is mended', () => {
    const bare = done(openWizard(undefined, 0), next, change({ text: 'How?' }));
    expect(bare.errors).toEqual({ type: 'Question type is required' });
    expect(bare.problem).toBeNull();
  });
});

describe('step 2', () => {
  const started = done(openWizard(undefined, 0), change({ text: 'How?', type: 'scale' }), next);

  it('begins with two blank options, which are not enough', () => {
    expect(texts(started)).toEqual(['', '']);
    const refused = done(started, write(0, 'Yes'), next);
    expect(refused.step).toBe(2);
    expect(refused.problem).toBe('Add at least 2 answer options');
    expect(done(refused, write(1, 'No'), next).step).toBe(3);
  });

  it('takes eight options and no ninth', () => {
    const full = done(
      started,
      ...Array.from({ length: 9 }, () => ({ type: 'add-option' }) as const),
    );
    expect(full.draft.options).toHaveLength(8);
    expect(new Set(full.draft.options.map(({ key }) => key)).size).toBe(8);
  });

  it('keeps two options, whatever is removed', () => {
    const wizard = openWizard(greeting, 9);
    const two = done(wizard, { type: 'remove-option', key: 1 });
    expect(texts(two)).toEqual(['Always', 'Never']);
    expect(texts(done(two, { type: 'remove-option', key: 0 }))).toEqual(['Always', 'Never']);
  });

  it('never gives the name of a removed option to a new one that stands beside it', () => {
    const wizard = done(
      openWizard(greeting, 9),
      { type: 'remove-option', key: 1 },
      { type: 'add-option' },
    );
    expect(wizard.draft.options.map(({ key, id }) => [key, id])).toEqual([
      [0, 71],
      [2, 73],
      [3, undefined],
    ]);
  });

  it('moves options, and no further than the ends', () => {
    const wizard = openWizard(greeting, 9);
    const moved = done(wizard, { type: 'move-option', key: 2, by: -1 });
    expect(texts(moved)).toEqual(['Always', 'Never', 'Often']);
    const first = done(moved, { type: 'move-option', key: 0, by: -1 });
    expect(texts(first)).toEqual(['Always', 'Never', 'Often']);
    expect(isDirty(first)).toBe(true);
  });

  it.each([
    [-1, 'Points cannot be negative'],
    [1.5, 'Points must be a whole number from 0 to 1000'],
    [1_001, 'Points can be at most 1000'],
  ])('refuses %d points at their field', (points, message) => {
    const wizard = done(started, write(0, 'Yes'), write(1, 'No', points), next);
    expect(wizard.step).toBe(2);
    expect(wizard.errors).toEqual({ 'answers.1.score': message });
  });

  it('asks nothing of a text question', () => {
    expect(done(started, change({ type: 'text' }), next).step).toBe(3);
  });
});

describe('saving', () => {
  it('names the options that stay by their id, in their new order', () => {
    const wizard = done(
      openWizard(greeting, 9),
      { type: 'remove-option', key: 1 },
      { type: 'move-option', key: 2, by: -1 },
      { type: 'add-option' },
      write(3, 'Rarely', '2'),
    );
    expect(toSave(wizard).answers).toEqual([
      { id: 73, text: 'Never', score: 0, isCorrect: false, finding: null },
      { id: 71, text: 'Always', score: 10, isCorrect: true, finding: null },
      { id: undefined, text: 'Rarely', score: 2, isCorrect: false, finding: null },
    ]);
  });

  it('leaves the place out where nobody touched it', () => {
    expect(toSave(openWizard(greeting, 9))).not.toHaveProperty('order');
    expect(toSave(done(openWizard(greeting, 9), change({ order: 1 })))).toHaveProperty('order', 1);
  });

  it('sends a text question without options, and gives them back where the type returns', () => {
    const text = done(openWizard(greeting, 9), change({ type: 'textarea' }));
    expect(toSave(text).answers).toEqual([]);
    expect(writtenOptions(text.draft)).toEqual([]);
    const back = done(text, change({ type: 'radio' }));
    expect(writtenOptions(back.draft)).toHaveLength(3);
    expect(toSave(back)).toEqual({});
    expect(toSave(done(back, change({ type: 'scale' })))).toEqual({ type: 'scale' });
  });

  it('sends of a stored question only what was changed', () => {
    const opened = openWizard(greeting, 9);
    expect(toSave(opened)).toEqual({});
    expect(toSave(done(opened, change({ text: 'And now?', weight: '2' })))).toEqual({
      text: 'And now?',
    });
    expect(toSave(done(opened, change({ kpeCategory: 'None', order: 1 })))).toEqual({
      kpeCategory: 'None',
      order: 1,
    });
  });

  it('sends all options when one was changed, and none when only a blank one was added', () => {
    const opened = openWizard(greeting, 9);
    expect(toSave(done(opened, { type: 'add-option' }))).toEqual({});
    const saved = toSave(done(opened, write(0, 'Almost always', 10)));
    expect(Object.keys(saved)).toEqual(['answers']);
    expect(saved.answers).toHaveLength(3);
    expect(toSave(done(opened, write(2, '', 0))).answers).toHaveLength(3);
  });

  it('sends a new question with all its fields', () => {
    const fresh = done(openWizard(undefined, 0), change({ text: 'How?', type: 'text' }));
    expect(toSave(fresh)).toMatchObject({ type: 'text', required: false, weight: 1, answers: [] });
  });

  it('shows what the server found wrong at its field and on its step', () => {
    const last = done(openWizard(greeting, 9), next, next);
    expect(last.step).toBe(3);
    const option = [{ path: 'answers.1.text', message: 'Too long' }];
    expect(done(last, { type: 'refuse', errors: option })).toMatchObject({
      step: 2,
      errors: { 'answers.1.text': 'Too long' },
    });
    const both = [...option, { path: 'text', message: 'No' }];
    expect(done(last, { type: 'refuse', errors: both }).step).toBe(1);
  });

  it('knows whether closing would lose something', () => {
    const wizard = openWizard(greeting, 9);
    expect(isDirty(done(wizard, next, { type: 'previous' }))).toBe(false);
    const changed = done(wizard, change({ required: false }));
    expect(isDirty(changed)).toBe(true);
    expect(isDirty(done(changed, change({ required: true })))).toBe(false);
  });

  it('knows whether all it does is to delete options', () => {
    const wizard = openWizard(greeting, 9);
    const [first] = wizard.draft.options;
    const removed = done(wizard, { type: 'add-option' }, { type: 'remove-option', key: 1 });
    expect(onlyRemovesOptions(wizard)).toBe(false);
    expect(onlyRemovesOptions(removed)).toBe(false);
    const three = { ...wizard, draft: removed.draft, opened: removed.draft };
    const two = done(three, { type: 'remove-option', key: first?.key ?? 0 });
    expect(onlyRemovesOptions(two)).toBe(true);
    expect(onlyRemovesOptions(done(two, change({ required: false })))).toBe(false);
  });
});

describe('the rules of a question', () => {
  const rules = { guidance: 'Look at the desk.', critical: true, allowNa: true } as const;
  const showIf = [{ questionId: 5, isNot: [51, 52] }];
  const marked = greeting.answers.map((option, place) =>
    place === 1 ? { ...option, finding: false } : option,
  );
  const ruled: Question = {
    ...{ ...greeting, ...rules, showIf, evidence: 'on-finding' },
    answers: marked,
  };

  it('stay as they are when something else is changed', () => {
    const opened = openWizard(ruled, 9);
    expect(toSave(done(opened, change({ text: 'And now?' })))).toEqual({ text: 'And now?' });
    const saved = toSave(done(opened, write(0, 'Almost always', 10)));
    expect(Object.keys(saved)).toEqual(['answers']);
    expect(saved.answers?.map(({ finding }) => finding)).toEqual([null, false, null]);
    const others = [{ key: 0, questionId: 5, isNot: true, options: [51] }];
    expect(toSave(done(opened, change({ showIf: others })))).toEqual({
      showIf: [{ questionId: 5, isNot: [51] }],
    });
  });

  it('are none for a question that has none', () => {
    const plain = done(openWizard(undefined, 0), change({ text: 'How?', type: 'text' }));
    expect(needsMore(plain.draft, {})).toBe(false);
    const none = { code: '', section: '', guidance: '', critical: false, allowNa: false };
    expect(toSave(plain)).toMatchObject({ ...none, evidence: 'optional', showIf: [] });
  });

  it.each([
    [{ code: 'FO-1' }],
    [{ section: 'Lobby' }],
    [{ guidance: 'Look' }],
    [{ critical: true }],
    [{ allowNa: true }],
    [{ evidence: 'none' }],
    [{ showIf: [{ key: 0, questionId: null, isNot: false, options: [] }] }],
  ] as const)('are in sight where one is used: %j', (fields) => {
    const { draft } = openWizard(undefined, 0);
    expect(needsMore({ ...draft, ...fields }, {})).toBe(true);
  });

  it('are in sight where one is refused', () => {
    const { draft } = openWizard(undefined, 0);
    expect(needsMore(draft, { 'showIf.0.is': 'Choose' })).toBe(true);
    expect(needsMore(draft, { text: 'Question text is required' })).toBe(false);
  });

  it('are checked at their fields', () => {
    const one = { key: 0, isNot: false, options: [] };
    const unfinished = [
      { ...one, questionId: null },
      { ...one, questionId: 5 },
    ];
    const text = change({ type: 'textarea', critical: true, showIf: unfinished });
    const refused = done(openWizard(greeting, 9), text, next);
    expect(refused.step).toBe(1);
    expect(refused.errors).toEqual({
      critical: 'A textarea question is not scored, so it cannot be critical',
      'showIf.0.questionId': 'Choose an earlier question of this survey',
      'showIf.1.is': 'Choose at least one answer',
    });
    expect(Object.keys(done(refused, change({ showIf: [] })).errors)).toEqual(['critical']);
  });

  it.each([
    ['the place', change({ order: 9 }), 'order'],
    ['the options', { type: 'remove-option', key: 0 }, 'answers'],
    ['the type', change({ type: 'text' }), 'type'],
  ] as const)('say where other questions stand in the way: %s', (_, action, field) => {
    expect(fieldInTheWay(done(openWizard(greeting, 9), action))).toBe(field);
    expect(fieldInTheWay(openWizard(undefined, 9))).toBeUndefined();
  });
});
