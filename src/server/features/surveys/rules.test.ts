import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { AuditEvent } from '#domain/audit/event.ts';
import type { Edition } from '#domain/surveys/edition.ts';
import type { Question } from '#domain/surveys/question.ts';
import type { SurveyWithQuestions } from '#domain/surveys/survey.ts';
import { aSurvey, threeOptions } from '#test/build.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());

const alice: ReturnType<TestApp['as']> = (...call) => server.as('alice')(...call);
const put = (id: number, body: object) => alice('PUT', `/api/surveys/${id}`, body);
const putQuestion = (id: number, body: object) => alice('PUT', `/api/questions/${id}`, body);
const read = async (id: number): Promise<SurveyWithQuestions> =>
  (await alice('GET', `/api/surveys/${id}/with-questions`)).body;
const edition = async (id: number, number: number | null): Promise<Edition> =>
  (await alice('GET', `/api/surveys/${id}/editions/${number}`)).body;
const add = (surveyId: number, given: object = {}) =>
  alice('POST', '/api/questions', {
    ...{ surveyId, text: 'And this?', type: 'radio', answers: threeOptions },
    ...given,
  });
const refusal = ({ status, body }: Awaited<ReturnType<typeof put>>) => [
  status,
  body.errors?.map(({ path }: { path: string }) => path) ?? body.detail,
];

const everything = {
  ...{ guidance: 'Look at the desk.', critical: true, allowNa: true },
  ...{ code: 'FO-012', section: 'Front desk', evidence: 'on-finding' },
};

describe('the rules of a survey', () => {
  test('are kept where they differ from their default, and make an edition', async () => {
    const { id, edition: first } = await aSurvey(server);
    const rules = { passLine: 90, thresholds: { 'The Right Fit': 70 } };
    const given = { ...rules, findingLine: 90, criticalFails: true, naAlert: 40 };
    const { status, body } = await put(id, { rules: given });
    expect([status, body.rules, body.edition]).toEqual([200, rules, first! + 1]);
    expect((await edition(id, body.edition)).rules).toEqual(rules);
    expect(await edition(id, first)).not.toHaveProperty('rules');
    // Sending the same rules again makes no edition. Sending none of them makes one.
    expect((await put(id, { rules })).body.edition).toBe(first! + 1);
    const { body: without } = await put(id, { rules: { thresholds: { 'The Right Fit': null } } });
    expect(without.edition).toBe(first! + 2);
    expect(without).not.toHaveProperty('rules');
  });

  test.each([
    [{ passLine: 0 }, 'rules.passLine'],
    [{ passLine: 101 }, 'rules.passLine'],
    [{ findingLine: 80.5 }, 'rules.findingLine'],
    [{ thresholds: { 'The Right Fit': 101 } }, 'rules.thresholds.The Right Fit'],
    [{ thresholds: { 'The Left Fit': 50 } }, 'rules.thresholds'],
    [{ criticalFails: 'no' }, 'rules.criticalFails'],
    [{ naAlert: 0 }, 'rules.naAlert'],
  ])('%j is refused at its place', async (rules, path) => {
    const { id } = await aSurvey(server, { choices: 1 });
    expect(refusal(await put(id, { rules }))).toEqual([400, [path]]);
  });

  test('are in the audit trail, each with what it was and became', async () => {
    const { id, title } = await aSurvey(server, { choices: 1 });
    const told = async (of = 'survey.rules-changed') => {
      const { body } = await alice('GET', `/api/audit-events?object=survey:${id}`);
      return (body.events as AuditEvent[]).filter(({ action }) => action === of);
    };
    await put(id, { title, rules: {} });
    expect(await told()).toEqual([]);
    const changed = await told('survey.changed');
    await put(id, { rules: { passLine: 90, thresholds: { 'The Right Fit': 70 } } });
    expect((await told()).map(({ details }) => details)).toEqual([
      {
        name: title,
        changes: {
          passLine: { from: 80, to: 90 },
          findingLine: { from: 80, to: 90 },
          theRightFitThreshold: { from: null, to: 70 },
        },
      },
    ]);
    // Nothing else was changed, so there is no other event.
    expect(await told('survey.changed')).toEqual(changed);
    await put(id, { title: 'Another', rules: { passLine: 95 } });
    expect(await told('survey.changed')).toHaveLength(changed.length + 1);
    expect(await told()).toHaveLength(2);
  });
});

describe('a survey that uses none of it', () => {
  test('has not one field more, and touching it makes no edition', async () => {
    const { id, edition: number, questions, ...survey } = await aSurvey(server);
    expect(survey).not.toHaveProperty('rules');
    const fields = ['answers', 'code', 'id', 'kpeCategory', 'order', 'required', 'section'];
    const rest = ['surveyId', 'text', 'type', 'weight'];
    const optionFields = ['id', 'isCorrect', 'order', 'questionId', 'score', 'text'];
    for (const question of questions) {
      expect(Object.keys(question).toSorted()).toEqual([...fields, ...rest]);
      for (const option of question.answers)
        expect(Object.keys(option).toSorted()).toEqual(optionFields);
    }
    const asked = await edition(id, number);
    expect(asked).not.toHaveProperty('rules');
    const inEdition = ['answers', 'id', 'kpeCategory', 'order', 'required', 'text'];
    for (const question of asked.questions)
      expect(Object.keys(question).toSorted()).toEqual([...inEdition, 'type', 'weight']);

    const [first] = questions;
    await put(id, { title: 'Another title', rules: {} });
    const blank = { guidance: '', critical: false, allowNa: false, evidence: 'optional' };
    await putQuestion(first!.id, { ...blank, showIf: [], answers: first!.answers });
    const noFinding = first!.answers.map((option) => ({ ...option, finding: null }));
    await putQuestion(first!.id, { answers: noFinding });
    expect((await read(id)).edition).toBe(number);
  });
});

describe('the rules of a question', () => {
  test('are told where they differ from their default, in its survey and its edition', async () => {
    const { id, questions } = await aSurvey(server, { choices: 1 });
    const parent = questions[0]!;
    const showIf = [{ questionId: parent.id, isNot: [parent.answers[0]!.id] }];
    const answers = threeOptions.map((option, place) => ({ ...option, finding: place < 2 }));
    const made = await add(id, { ...everything, showIf, answers });
    expect([made.status, made.body]).toMatchObject([201, { ...everything, showIf }]);
    const marks = ({ answers: options }: Pick<Question, 'answers'>) =>
      options.map(({ finding }) => finding);
    expect(marks(made.body)).toEqual([true, true, false]);
    const now = await read(id);
    expect((await edition(id, now.edition)).questions.at(-1)).toMatchObject({
      ...everything,
      showIf,
    });
    // The form of an earlier release sends its options without marks, and takes none away.
    const former = made.body.answers.map(
      ({ finding: _, ...option }: { finding?: boolean }) => option,
    );
    expect(marks((await putQuestion(made.body.id, { answers: former })).body)).toEqual([
      ...[true, true, false],
    ]);
    const none = { guidance: '', critical: false, allowNa: false, evidence: 'optional' };
    const { body: bare } = await putQuestion(made.body.id, { ...none, showIf: [] });
    for (const name of [...Object.keys(none), 'showIf']) expect(bare).not.toHaveProperty(name);
  });

  test('are refused where they make no sense, each at its place', async () => {
    const { id, questions } = await aSurvey(server);
    const [first, second, text] = questions;
    const other = await aSurvey(server, { choices: 1 });
    const is = [first!.answers[0]!.id];
    const shown = (...showIf: object[]) => add(id, { showIf });
    const words = { type: 'text', answers: [] };
    expect(refusal(await add(id, { ...words, critical: true }))).toEqual([400, ['critical']]);
    expect(refusal(await putQuestion(text!.id, { critical: true }))).toEqual([400, ['critical']]);
    await putQuestion(second!.id, { critical: true, code: 'FO-1' });
    expect(refusal(await putQuestion(second!.id, words))).toEqual([400, ['critical']]);
    expect(refusal(await add(id, { code: 'fo-1' }))).toEqual([400, ['code']]);
    expect((await add(other.id, { code: 'fo-1' })).status).toBe(201);
    expect(refusal(await add(id, { evidence: 'much' }))).toEqual([400, ['evidence']]);
    const good = { questionId: first!.id, is };
    expect(refusal(await shown(good, { questionId: other.questions[0]!.id, is }))).toEqual([
      ...[400, ['showIf.1.questionId']],
    ]);
    expect(refusal(await shown({ questionId: second!.id, is }))).toEqual([400, ['showIf.0.is']]);
    expect(refusal(await shown({ questionId: second!.id, isNot: is }))).toEqual([
      ...[400, ['showIf.0.isNot']],
    ]);
    expect(refusal(await shown(...Array.from({ length: 6 }, () => good)))).toEqual([
      ...[400, ['showIf']],
    ]);
    expect(refusal(await shown({ ...good, isNot: is }))).toEqual([400, ['showIf.0']]);
    expect(
      refusal(await putQuestion(first!.id, { showIf: [{ questionId: first!.id, is }] })),
    ).toEqual([400, ['showIf.0.questionId']]);
    expect((await read(id)).questions).toHaveLength(3);
  });

  test('are in the audit trail when they change', async () => {
    const { questions } = await aSurvey(server, { choices: 1 });
    const { id } = questions[0]!;
    await putQuestion(id, { critical: true });
    await putQuestion(id, { critical: false });
    const { body } = await alice('GET', `/api/audit-events?object=question:${id}`);
    const changed = (body.events as AuditEvent[]).filter(
      ({ action }) => action === 'question.changed',
    );
    expect(changed.map(({ details }) => details['changes'])).toEqual([
      { critical: { from: true, to: false } },
      { critical: { from: false, to: true } },
    ]);
  });
});

describe('what questions depend on', () => {
  /** Makes a survey whose questions 2 and 3 are shown only after the first option of question 1. */
  async function aChain() {
    const { id, questions } = await aSurvey(server, { choices: 3 });
    const [first, second, third] = questions;
    const showIf = [{ questionId: first!.id, is: [first!.answers[0]!.id] }];
    for (const { id: child } of [second!, third!]) await putQuestion(child, { showIf });
    return { id, ids: questions.map((one) => one.id), first: first!, second: second!, showIf };
  }
  const words = '2 questions are shown only after this one. Change them first.';

  test('is neither deleted nor moved behind them', async () => {
    const { id, ids, first, second, showIf } = await aChain();
    const options = first.answers.slice(1);
    expect(refusal(await alice('DELETE', `/api/questions/${first.id}`))).toEqual([409, words]);
    expect(refusal(await alice('DELETE', `/api/answers/${first.answers[0]!.id}`))).toEqual([
      ...[409, words],
    ]);
    expect(refusal(await putQuestion(first.id, { answers: options }))).toEqual([409, words]);
    expect(refusal(await putQuestion(first.id, { type: 'text' }))).toEqual([409, words]);
    expect(refusal(await putQuestion(first.id, { order: 4 }))).toEqual([409, words]);
    expect(refusal(await putQuestion(first.id, { order: 2 }))).toEqual([
      ...[409, '1 question is shown only after this one. Change it first.'],
    ]);
    expect(refusal(await putQuestion(second.id, { order: 1 }))).toEqual([
      ...[409, 'This question is shown only after another one, so it must stay behind it.'],
    ]);
    const reorder = (questionIds: number[]) =>
      alice('PUT', `/api/surveys/${id}/questions/order`, { questionIds });
    expect(refusal(await reorder(ids.toReversed()))).toEqual([409, words]);
    const now = await read(id);
    expect(now.questions.map((one) => one.id)).toEqual(ids);
    expect(now.questions[1]).toMatchObject({ showIf });
    // A change that breaks no condition is accepted.
    expect((await alice('DELETE', `/api/answers/${first.answers[2]!.id}`)).status).toBe(204);
    expect((await reorder([ids[0]!, ids[2]!, ids[1]!, ids[3]!])).status).toBe(200);
    for (const child of [ids[1]!, ids[2]!])
      expect((await alice('DELETE', `/api/questions/${child}`)).status).toBe(204);
    expect((await alice('DELETE', `/api/questions/${first.id}`)).status).toBe(204);
  });

  test('is the copy’s own in a copy, which has everything', async () => {
    const { id, first } = await aChain();
    const rules = { passLine: 95, criticalFails: false };
    await put(id, { rules });
    const marked = first.answers.map((option) => ({ ...option, finding: true }));
    await putQuestion(first.id, { ...everything, answers: marked });
    const { body: clone } = await alice('POST', `/api/surveys/${id}/clone`, { title: 'Copy' });
    const copy = await read(clone.id);
    expect(copy.rules).toEqual(rules);
    const [one, two] = copy.questions;
    expect(one).toMatchObject(everything);
    expect(one!.answers.map(({ finding }) => finding)).toEqual([true, true, true]);
    expect(two!.showIf).toEqual([{ questionId: one!.id, is: [one!.answers[0]!.id] }]);
    expect(one!.id).not.toBe(first.id);
    const edited = await put(clone.id, { status: 'active' });
    expect([edited.status, edited.body.edition]).toEqual([200, 1]);
  });
});
