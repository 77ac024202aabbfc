import { questionTypes, answerTypes } from '#domain/answers/answer-types.ts';
import type { EditionQuestion } from '#domain/surveys/edition.ts';
import type { Condition } from '#domain/surveys/condition.ts';
import { kpeCategories } from '#domain/surveys/question.ts';
import type { SurveyRules } from '#domain/surveys/survey-rules.ts';
import type { GivenAnswer } from '#domain/scoring/scored-answer.ts';

/** Random surveys with random answers, for tests that need very many. The same seed gives the same ones. */
export type RandomResponse = {
  questions: EditionQuestion[];
  answers: GivenAnswer[];
  rules: SurveyRules;
};

/** Returns a source of random numbers from 0 to below 1 (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Yields this many responses. With `rules`, surveys and answers use every rule of scoring; without, none.
 */
export function* randomResponses(
  count: number,
  { seed = 1, rules }: { seed?: number; rules: boolean },
): Generator<RandomResponse> {
  const next = randomFrom(seed);
  const dice: Dice = {
    below: (count) => Math.floor(next() * count),
    chance: (probability) => next() < probability,
  };
  for (let index = 0; index < count; index += 1) {
    const questions: EditionQuestion[] = [];
    for (let place = dice.below(13); place > 0; place -= 1)
      questions.push(anyQuestion(dice, questions, rules));
    const answers = questions.flatMap((question) => anyAnswer(dice, question, rules));
    yield { questions, answers, rules: rules ? anyRules(dice) : {} };
  }
}

type Dice = { below: (count: number) => number; chance: (probability: number) => boolean };

/** Points that make scores near a line likely. */
const points = [0, 0, 1, 4, 5, 7, 8, 10, 10, 1_000];

function anyQuestion(
  dice: Dice,
  before: readonly EditionQuestion[],
  withRules: boolean,
): EditionQuestion {
  const id = before.length + 1;
  const type = questionTypes[dice.below(questionTypes.length)] ?? 'radio';
  const { hasOptions, isScored } = answerTypes[type];
  const answers = Array.from({ length: hasOptions ? 2 + dice.below(7) : 0 }, (_, index) => ({
    id: 10 * id + index,
    text: `Option ${index}`,
    score: points[dice.below(points.length)] ?? 0,
    isCorrect: false,
    order: index + 1,
    ...(withRules && dice.chance(0.1) && { finding: dice.chance(0.5) }),
  }));
  const showIf = withRules && dice.chance(0.3) ? anyConditions(dice, before) : [];
  return {
    id,
    text: `Question ${id}`,
    type,
    required: dice.chance(0.5),
    order: id,
    weight: 1 + dice.below(10),
    kpeCategory: kpeCategories[dice.below(kpeCategories.length + 1)] ?? null,
    answers,
    ...(withRules && isScored && dice.chance(0.15) && { critical: true }),
    ...(withRules && dice.chance(0.5) && { allowNa: true }),
    ...(showIf.length > 0 && { showIf }),
  };
}

function anyConditions(dice: Dice, before: readonly EditionQuestion[]): Condition[] {
  const parents = before.filter(({ answers }) => answers.length > 0);
  return Array.from({ length: 1 + dice.below(2) }).flatMap(() => {
    const parent = parents[dice.below(Math.max(1, parents.length))];
    if (!parent) return [];
    const among = parent.answers.map(({ id }) => id).filter(() => dice.chance(0.5));
    const options = among.length > 0 ? among : [parent.answers[0]?.id ?? 0];
    const questionId = parent.id;
    return [dice.chance(0.7) ? { questionId, is: options } : { questionId, isNot: options }];
  });
}

function anyAnswer(dice: Dice, question: EditionQuestion, withRules: boolean): GivenAnswer[] {
  if (dice.chance(0.15)) return [];
  const { id: questionId, answers } = question;
  const option = answers[dice.below(Math.max(1, answers.length))];
  const isTakenBack = dice.chance(0.1);
  return [
    {
      questionId,
      answerId: isTakenBack ? null : (option?.id ?? null),
      textValue: option || isTakenBack ? null : 'Words',
      ...(withRules && dice.chance(0.15) && { notApplicable: true }),
    },
  ];
}

function anyRules(dice: Dice): SurveyRules {
  const line = () => 1 + dice.below(100);
  return {
    ...(dice.chance(0.5) && { passLine: line() }),
    ...(dice.chance(0.3) && { findingLine: line() }),
    ...(dice.chance(0.5) && {
      thresholds: { [kpeCategories[dice.below(kpeCategories.length)] ?? 'The Right Fit']: line() },
    }),
    ...(dice.chance(0.3) && { criticalFails: dice.chance(0.5) }),
    ...(dice.chance(0.3) && { naAlert: line() }),
  };
}
