import type { FurtherFields } from '#domain/responses/further-fields.ts';
import type { ReviewReason } from '#domain/responses/review-reasons.ts';
import { scoreResponse, type ResponseScore } from '#domain/scoring/score-response.ts';
import { makeClientId } from '#domain/sync/client-id.ts';
import { stages, type Stage } from '#domain/workflow/stages.ts';
import type { Answering } from './answering.ts';
import type { DemonstrationHotel } from './hotels.ts';
import { notesOnMiddling, notesOnReturn, notesOnStrong, notesOnWeak } from './interview-notes.ts';
import { day, minute, workingHour } from './moments.ts';
import type { DemonstrationPeople, DemonstrationPerson } from './people.ts';
import type { Random } from './random.ts';
import type { Respondent } from './respondents.ts';
import type { AskedEdition, AskedSurvey } from './surveys.ts';

/** Something unusual that happened to a response, for somebody to review. */
export type Odd = {
  reason: ReviewReason;
  /** Milliseconds since 1970. Set when the unusual thing is the time of arrival. */
  arrivedAt?: number;
};

/** An interview that was completed. */
export type Interview = Respondent & {
  clientId: string;
  hotel: DemonstrationHotel;
  stage: Stage;
  survey: AskedSurvey;
  edition: AskedEdition;
  conductor: DemonstrationPerson;
  /** Milliseconds since 1970. */
  startedAt: number;
  completedAt: number;
  score: ResponseScore;
  notes: string;
  /** The evidence that its response names. */
  files?: NonNullable<FurtherFields['files']>;
  /** What was unusual about the response when it arrived. */
  odd?: Odd;
};

/**
 * The number of interviews at a hotel during a stage: in all once it left the stage, and so far
 * while it is in it.
 */
const heldIn: Partial<Record<Stage, { left: [number, number]; present: [number, number] }>> = {
  'Onsite Assessment': { left: [6, 8], present: [2, 5] },
  'Virtual Session': { left: [0, 1], present: [0, 1] },
  'Virtual Re-Assessment': { left: [4, 6], present: [2, 5] },
};

export type World = {
  random: Random;
  /** Milliseconds since 1970. */
  now: number;
  people: DemonstrationPeople;
  hotels: readonly DemonstrationHotel[];
  surveys: readonly AskedSurvey[];
  answering: Answering;
};

/** Returns all interviews, earliest first. */
export function holdInterviews(world: World): Interview[] {
  return world.hotels
    .flatMap((hotel) => stages.flatMap((stage) => visit(world, hotel, stage)))
    .toSorted((a, b) => a.completedAt - b.completedAt);
}

/** Returns the interviews of a hotel in a stage. A re-assessment talks to the same people again. */
function visit(world: World, hotel: DemonstrationHotel, stage: Stage): Interview[] {
  const from = hotel.entered[stage];
  const held = heldIn[stage];
  if (from === undefined || held === undefined) return [];
  const left = hotel.entered[stages[stages.indexOf(stage) + 1] ?? stage];
  const count = world.random.whole(...(left === undefined ? held.present : held.left));
  return hotel.staff.slice(0, count).map((respondent) => {
    const at = world.random.between(from, left ?? world.now);
    return hold(world, hotel, stage, respondent, at);
  });
}

function hold(
  world: World,
  hotel: DemonstrationHotel,
  stage: Stage,
  respondent: Respondent,
  about: number,
): Interview {
  const { random } = world;
  const hour = random.between(9, 17);
  const planned = workingHour(about, hour, hotel.hoursAhead);
  const isTooLate = planned > world.now - 60 * minute;
  const startedAt = Math.round(
    isTooLate ? workingHour(about - 2 * day, hour, hotel.hoursAhead) : planned,
  );
  const { survey, edition } = surveyAt(world, startedAt);
  const lasted = random.around(0.43 * edition.questions.length, 1.6);
  const completedAt = Math.round(startedAt + Math.min(14.9, Math.max(5.1, lasted)) * minute);
  const score = scoreResponse(
    edition.questions,
    world.answering(hotel, survey, edition, startedAt),
  );
  return {
    clientId: makeClientId(startedAt, random.letters(16)),
    hotel,
    stage,
    survey,
    edition,
    conductor: conductorAt(world, hotel, startedAt),
    ...respondent,
    startedAt,
    completedAt,
    score,
    notes: notesOn(random, score, stage),
  };
}

/** Returns a survey that was active at the moment, in the edition that was asked then. */
export function surveyAt({ random, surveys }: World, at: number) {
  const open = surveys.flatMap((survey) => {
    const edition = survey.editions.findLast((one) => one.createdAt < at);
    return edition && at < (survey.archivedAt ?? Infinity) ? [{ survey, edition }] : [];
  });
  const [first] = open;
  if (!first) throw new Error('No survey was active when the first interview was held');
  return random.chance(0.25) ? first : random.pick(open);
}

/**
 * Returns who conducts an interview: a consultant of the hotel who had not left yet, or an
 * assessor.
 */
function conductorAt({ random, people }: World, hotel: DemonstrationHotel, at: number) {
  const consultants = [hotel.namedConsultant, hotel.listedBy]
    .flatMap((key) => (key === null ? [] : [people[key]]))
    .filter((person) => at < person.leftAt);
  if (consultants.length > 0 && random.chance(0.62)) return random.pick(consultants);
  return random.pick([people.assessor, people.assessor, people.secondAssessor]);
}

export function notesOn(random: Random, score: ResponseScore, stage: Stage): string {
  if (random.chance(0.62)) return '';
  const share = score.totalScore / score.maxScore;
  if (stage === 'Virtual Re-Assessment' && share > 0.75 && random.chance(0.6))
    return random.pick(notesOnReturn);
  const notes = share >= 0.84 ? notesOnStrong : share >= 0.66 ? notesOnMiddling : notesOnWeak;
  return random.shuffled(notes).slice(0, random.whole(1, 2)).join(' ');
}
