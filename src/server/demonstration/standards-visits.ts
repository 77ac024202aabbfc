import { scoreResponse } from '#domain/scoring/score-response.ts';
import type { GivenAnswer } from '#domain/scoring/scored-answer.ts';
import { isCounted, standingsOf } from '#domain/scoring/standing.ts';
import type { EditionQuestion } from '#domain/surveys/edition.ts';
import { makeClientId } from '#domain/sync/client-id.ts';
import type { DemonstrationHotel } from './hotels.ts';
import { notesOn, type Interview, type World } from './interviews.ts';
import { stageAt } from './journey.ts';
import { day, minute, workingHour } from './moments.ts';
import type { Random } from './random.ts';
import type { AskedSurvey } from './surveys.ts';

/** The days between two audits of a hotel that is audited regularly. */
const between = 92;

/**
 * Returns the audits by standards, earliest first: every quarter over two years for hotels that
 * have been known that long, and one for each other hotel whose visit began a while ago.
 */
export function holdAudits(world: World, survey: AskedSurvey): Interview[] {
  return world.hotels
    .flatMap((hotel) =>
      momentsOf(world, hotel).map((at, round) => audit(world, survey, hotel, { at, round })),
    )
    .toSorted((one, other) => one.completedAt - other.completedAt);
}

/**
 * The number of days before now, or before a hotel's evaluation, without an audit. So recent
 * responses belong to the other surveys, and a hotel without activity for 30 days stays inactive.
 */
const lastDays = 35;

function momentsOf(
  { random, now }: World,
  { stage, entered, former }: DemonstrationHotel,
): number[] {
  const until = Math.min(entered.Evaluation ?? now, now) - lastDays * day;
  if (stage === 'Disposition') {
    const first = (former?.Initiated ?? until) + 12 * day;
    const count = Math.max(0, Math.floor((until - first) / (between * day)));
    return Array.from({ length: count }, (_, round) => first + round * between * day);
  }
  const from = entered['Virtual Re-Assessment'] ?? entered['Onsite Assessment'];
  return from === undefined || from >= until ? [] : [random.between(from, until)];
}

function audit(
  world: World,
  survey: AskedSurvey,
  hotel: DemonstrationHotel,
  { at, round }: { at: number; round: number },
): Interview {
  const { random, people } = world;
  const [edition] = survey.editions;
  const respondent = hotel.staff[round % hotel.staff.length];
  if (!edition || !respondent) throw new Error('The audit is asked of nobody, or asks nothing');
  const startedAt = Math.round(workingHour(at, random.between(9, 16), hotel.hoursAhead));
  const given = [
    ...world.answering(hotel, survey, edition, startedAt),
    ...factsOf(hotel, edition.questions),
  ];
  const answers = asAsked(random, edition.questions, given);
  const score = scoreResponse(edition.questions, answers, { rules: edition.rules });
  return {
    clientId: makeClientId(startedAt, random.letters(16)),
    ...{ hotel, survey, edition, stage: stageAt(hotel, startedAt), ...respondent },
    conductor: people.assessor,
    startedAt,
    completedAt: Math.round(startedAt + random.between(8, 14) * minute),
    score,
    notes: notesOn(random, score, 'Onsite Assessment'),
  };
}

const reasons = [
  'Closed for the season.',
  'Not offered in this house.',
  'Under renovation until spring.',
];
const remarks = [
  'Shown to the head of department on the spot.',
  'The same as at the last visit.',
  'New colleagues, not trained yet.',
  'Corrected while we were there.',
];

/** Returns the answers that say what a hotel has, which are the same at every visit. */
function factsOf({ id }: DemonstrationHotel, questions: readonly EditionQuestion[]): GivenAnswer[] {
  return questions
    .filter(({ kpeCategory, answers }) => kpeCategory === null && answers.length > 0)
    .map(({ id: questionId, answers }) => ({
      questionId,
      answerId: answers.at(id % 3 === 0 ? -1 : 0)?.id ?? null,
      textValue: null,
    }));
}

/** Marks some answers not applicable, adds notes, and leaves out what was not asked. */
function asAsked(
  random: Random,
  questions: readonly EditionQuestion[],
  given: readonly GivenAnswer[],
): GivenAnswer[] {
  const answers = given.map((answer): GivenAnswer => {
    const { questionId } = answer;
    const question = questions.find(({ id }) => id === questionId);
    const none = { questionId, answerId: null, textValue: null };
    if (question?.allowNa && random.chance(0.12))
      return { ...none, notApplicable: true, note: random.pick(reasons) };
    return random.chance(0.06) ? { ...answer, note: random.pick(remarks) } : answer;
  });
  const standings = standingsOf(questions, answers);
  const asked = new Set(
    questions
      .filter((_, place) => isCounted(standings[place]) || standings[place] === 'not-applicable')
      .map(({ id }) => id),
  );
  return answers.filter(({ questionId }) => asked.has(questionId));
}
