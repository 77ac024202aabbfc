import { editionContent, type EditionQuestion } from '#domain/surveys/edition.ts';
import type { AnswerOption, Question } from '#domain/surveys/question.ts';
import type { SurveyRules } from '#domain/surveys/survey-rules.ts';
import type { Tx } from '#server/db/statements/transaction.ts';
import { guestJourney } from './guest-journey.ts';
import { day, iso } from './moments.ts';
import { morningService, serviceBaseline } from './other-surveys.ts';
import type { QuestionPlan, SurveyPlan } from './survey-plan.ts';
import { teamLeadership } from './team-leadership.ts';

/** A survey that can be asked: its editions, and what people reply in words. */
export type AskedSurvey = {
  id: number;
  /** Milliseconds since 1970; null while it is active. */
  archivedAt: number | null;
  /** Sorted, first edition first. */
  editions: readonly AskedEdition[];
  replies: ReadonlyMap<number, readonly string[]>;
};
export type AskedEdition = {
  number: number;
  /** Milliseconds since 1970. */
  createdAt: number;
  questions: readonly EditionQuestion[];
  rules?: SurveyRules;
};

/** The surveys, in the order in which interviews choose among them. */
export const plannedSurveys: readonly SurveyPlan[] = [
  guestJourney,
  teamLeadership,
  serviceBaseline,
  morningService,
];

/** A question as it is stored, and the plan that it was made from. */
type Stored = { plan: QuestionPlan; question: Question };

/**
 * Inserts the surveys as the app would have, with their editions. Returns those that were asked.
 */
export async function insertSurveys(
  tx: Tx,
  now: number,
  plans: readonly SurveyPlan[],
): Promise<AskedSurvey[]> {
  const ids = await insertHeads(tx, now, plans);
  const stored = await insertQuestions(tx, ids, plans);
  const asked = plans.flatMap((plan, index): AskedSurvey[] => {
    const id = ids[index] ?? 0;
    const own = stored.filter(({ question }) => question.surveyId === id);
    const editions = plan.editions.map((daysAgo, place) => ({
      number: place + 1,
      createdAt: now - daysAgo * day,
      questions: editionOf(own, place + 1),
      ...(plan.rules && { rules: plan.rules }),
    }));
    const archivedAt = plan.status === 'archived' ? now - plan.updatedAt * day : null;
    const replies = new Map(own.map((one) => [one.question.id, one.plan.replies ?? []]));
    return editions.length === 0 ? [] : [{ id, archivedAt, editions, replies }];
  });
  const titles = new Map(plans.map(({ title }, index) => [ids[index] ?? 0, title]));
  await insertEditions(tx, asked, titles);
  return asked;
}

/**
 * Inserts the surveys' own rows. `surveys.edition` names an edition that does not exist yet, which
 * is allowed: its constraint is checked at the commit.
 */
async function insertHeads(tx: Tx, now: number, plans: readonly SurveyPlan[]): Promise<number[]> {
  const rows = await tx
    .insertInto('surveys')
    .values(
      plans.map(({ title, description, category, status, ...plan }) => ({
        title,
        description,
        category,
        status,
        edition: plan.editions.length || null,
        rules: JSON.stringify(plan.rules ?? {}),
        createdAt: iso(now - plan.createdAt * day),
        updatedAt: iso(now - plan.updatedAt * day),
      })),
    )
    .returning(['id', 'title'])
    .execute();
  return plans.map((plan) => rows.find((row) => row.title === plan.title)?.id ?? 0);
}

/**
 * Inserts the questions. Those that were dropped since are inserted too and deleted again, so that
 * they have an id.
 */
async function insertQuestions(
  tx: Tx,
  surveyIds: readonly number[],
  plans: readonly SurveyPlan[],
): Promise<Stored[]> {
  const planned = plans.flatMap(({ questions }, index) =>
    questions
      .toSorted((a, b) => Number(a.until !== undefined) - Number(b.until !== undefined))
      .map((plan, place) => ({ plan, surveyId: surveyIds[index] ?? 0, position: place + 1 })),
  );
  const rows = await tx
    .insertInto('questions')
    .values(
      planned.map(({ plan, surveyId, position }) => ({
        surveyId,
        text: plan.ask,
        type: plan.type,
        required: plan.optional === undefined,
        position,
        weight: plan.weight ?? 1,
        kpeCategory: plan.of,
        ...rulesOf(plan),
      })),
    )
    .returning(['id', 'surveyId', 'text', 'type', 'required', 'position', 'weight', 'kpeCategory'])
    .returning(['code', 'section'])
    .execute();
  const stored = planned.flatMap(({ plan, surveyId, position }): Stored[] => {
    const row = rows.find((one) => one.surveyId === surveyId && one.position === position);
    if (!row) return [];
    const { position: order, ...fields } = row;
    return [{ plan, question: { ...fields, ...rulesOf(plan), order, answers: [] } }];
  });
  await insertOptions(tx, stored);
  await insertConditions(tx, stored);
  const dropped = stored.filter(({ plan }) => plan.until !== undefined);
  const droppedIds = dropped.map(({ question }) => question.id);
  if (droppedIds.length > 0)
    await tx.deleteFrom('questions').where('id', 'in', droppedIds).execute();
  return stored;
}

/** Returns the rules of a question, without those that have their default. */
function rulesOf({ code, section, guidance, critical, allowNa, evidence }: QuestionPlan) {
  return {
    code: code ?? null,
    section: section ?? '',
    ...(guidance && { guidance }),
    ...(critical && { critical }),
    ...(allowNa && { allowNa }),
    ...(evidence && { evidence }),
  };
}

/** Gives the questions their conditions, once the options that these name are stored. */
async function insertConditions(tx: Tx, stored: readonly Stored[]): Promise<void> {
  for (const { plan, question } of stored) {
    const { showIf } = plan;
    if (!showIf) continue;
    const parent = stored.find((one) => one.plan.ask === showIf.ask)?.question;
    const ids = (words: readonly string[]) =>
      (parent?.answers ?? []).flatMap(({ id, text }) => (words.includes(text) ? [id] : []));
    const questionId = parent?.id ?? 0;
    question.showIf = [
      'is' in showIf
        ? { questionId, is: ids(showIf.is) }
        : { questionId, isNot: ids(showIf.isNot) },
    ];
    await tx
      .updateTable('questions')
      .set({ showIf: JSON.stringify(question.showIf) })
      .where('id', '=', question.id)
      .execute();
  }
}

async function insertOptions(tx: Tx, stored: readonly Stored[]): Promise<void> {
  const rows = await tx
    .insertInto('answers')
    .values(
      stored.flatMap(({ plan, question }) =>
        Object.entries(plan.options ?? {}).map(([text, score], place) => ({
          questionId: question.id,
          text,
          score,
          position: place + 1,
          finding: plan.findings?.[text] ?? null,
        })),
      ),
    )
    .returning(['id', 'questionId', 'text', 'score', 'isCorrect', 'position', 'finding'])
    .execute();
  const options = rows.map(({ position, finding, ...row }): AnswerOption => ({
    ...row,
    order: position,
    ...(finding !== null && { finding }),
  }));
  for (const { question } of stored)
    question.answers = options.filter((option) => option.questionId === question.id);
}

/**
 * Returns the questions of an edition: without those added later, with those dropped since, and in
 * the wording of that time.
 */
function editionOf(stored: readonly Stored[], number: number): EditionQuestion[] {
  const asked = stored
    .filter(({ plan }) => (plan.since ?? 1) <= number && number <= (plan.until ?? number))
    .map(({ plan, question }) => ({
      ...question,
      text: number === 1 ? (plan.askedAtFirst ?? plan.ask) : plan.ask,
    }));
  return editionContent(asked);
}

async function insertEditions(
  tx: Tx,
  surveys: readonly AskedSurvey[],
  titles: ReadonlyMap<number, string>,
): Promise<void> {
  await tx
    .insertInto('surveyEditions')
    .values(
      surveys.flatMap(({ id, editions }) =>
        editions.map(({ number, createdAt, questions, rules = {} }) => ({
          surveyId: id,
          number,
          title: titles.get(id) ?? '',
          questions: JSON.stringify(questions),
          rules: JSON.stringify(rules),
          questionCount: questions.length,
          createdAt: iso(createdAt),
        })),
      ),
    )
    .execute();
}
