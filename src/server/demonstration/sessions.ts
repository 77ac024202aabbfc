import type { Insertable } from 'kysely';

import type { AnsweredAt, Progress, Remarks } from '#domain/interviews/progress.ts';
import { scoreResponse } from '#domain/scoring/score-response.ts';
import type { ScoredAnswer } from '#domain/scoring/scored-answer.ts';
import { makeClientId } from '#domain/sync/client-id.ts';
import type { Database } from '#server/db/schema/schema.ts';
import type { Tx } from '#server/db/statements/transaction.ts';
import type { DemonstrationHotel } from './hotels.ts';
import { surveyAt, type Interview, type World } from './interviews.ts';
import { day, iso, minute, workingHour } from './moments.ts';
import type { DemonstrationPerson } from './people.ts';

/** The most interviews in progress that one person has. */
const mostByOne = 3;

/** Inserts the sessions of completed interviews, and some that are still in progress. */
export async function insertSessions(
  tx: Tx,
  world: World,
  interviews: readonly Interview[],
  audits: readonly Interview[],
): Promise<void> {
  const begun = beginInterviews(world);
  const rows = [...interviews.map(finished), ...begun, ...audits.map(finished)];
  await tx.insertInto('interviewSessions').values(rows).execute();
}

type SessionRow = Insertable<Database['interviewSessions']>;

function finished(interview: Interview): SessionRow {
  const { clientId, hotel, survey, edition, conductor, startedAt, completedAt } = interview;
  const { respondentName, respondentJobTitle, score, notes } = interview;
  return {
    clientId,
    hotelId: hotel.id,
    surveyId: survey.id,
    edition: edition.number,
    userId: conductor.id,
    respondentName,
    respondentJobTitle,
    currentQuestionIndex: edition.questions.length - 1,
    status: 'completed',
    ...progressOf(score.answers, startedAt, completedAt),
    notes,
    startedAt: iso(startedAt),
    lastUpdatedAt: iso(completedAt),
  };
}

/** Returns the answers and their notes, spread evenly over the duration of the interview. */
function progressOf(answers: readonly ScoredAnswer[], from: number, to: number) {
  const progress: Progress = {};
  const answeredAt: AnsweredAt = {};
  const remarks: Remarks = {};
  const remarkedAt: AnsweredAt = {};
  for (const [place, answer] of answers.entries()) {
    const { questionId, answerId, score, textValue, notApplicable, note } = answer;
    const at = Math.round(from + ((place + 1) / answers.length) * (to - from));
    progress[questionId] = { answerId, score, textValue, ...(notApplicable && { na: true }) };
    answeredAt[questionId] = at;
    if (!note) continue;
    remarks[questionId] = note;
    remarkedAt[questionId] = at;
  }
  return {
    progress: JSON.stringify(progress),
    answeredAt: JSON.stringify(answeredAt),
    remarks: JSON.stringify(remarks),
    remarkedAt: JSON.stringify(remarkedAt),
  };
}

/**
 * Returns interrupted interviews at hotels in their onsite assessment, held by the hotel's
 * consultant or an assessor.
 */
function beginInterviews(world: World): SessionRow[] {
  const { people, hotels } = world;
  const begun = new Map<DemonstrationPerson, number>();
  return hotels
    .filter((hotel) => hotel.stage === 'Onsite Assessment')
    .flatMap((hotel, index) => {
      const consultants = [hotel.namedConsultant, hotel.listedBy]
        .flatMap((key) => (key === null ? [] : [people[key]]))
        .filter((person) => person.leftAt > world.now);
      const assessor = index % 3 === 0 ? people.secondAssessor : people.assessor;
      const holder = consultants.includes(people.consultant)
        ? people.consultant
        : ((index % 2 === 0 ? consultants[0] : undefined) ?? assessor);
      const count = (begun.get(holder) ?? 0) + 1;
      begun.set(holder, count);
      return count > mostByOne ? [] : [interrupted(world, hotel, holder)];
    });
}

function interrupted(
  world: World,
  hotel: DemonstrationHotel,
  holder: DemonstrationPerson,
): SessionRow {
  const { random, now } = world;
  const about = now - random.between(2, 9) * day;
  const startedAt = Math.round(workingHour(about, random.between(9, 17), hotel.hoursAhead));
  const { survey, edition } = surveyAt(world, now);
  const stoppedAt = random.whole(3, Math.round(0.85 * edition.questions.length));
  const asked = new Set(edition.questions.slice(0, stoppedAt).map((question) => question.id));
  const given = world.answering(hotel, survey, edition, startedAt);
  const { answers } = scoreResponse(
    edition.questions,
    given.filter((answer) => asked.has(answer.questionId)),
  );
  const lastUpdatedAt = Math.round(startedAt + stoppedAt * random.between(0.3, 0.5) * minute);
  const [respondent] = hotel.staff.slice(-1);
  return {
    clientId: makeClientId(startedAt, random.letters(16)),
    hotelId: hotel.id,
    surveyId: survey.id,
    edition: edition.number,
    userId: holder.id,
    respondentName: respondent?.respondentName ?? '',
    respondentJobTitle: respondent?.respondentJobTitle ?? '',
    currentQuestionIndex: stoppedAt,
    status: 'in_progress',
    ...progressOf(answers, startedAt, lastUpdatedAt),
    notes: random.chance(0.4) ? random.pick(interruptions) : '',
    startedAt: iso(startedAt),
    lastUpdatedAt: iso(lastUpdatedAt),
  };
}

const interruptions: readonly string[] = [
  'Called away to a coach arrival; we go on tomorrow morning.',
  'Broken off for the fire drill.',
  'Wants to look up the figures before answering the rest.',
  'Shift change. To be continued after the briefing.',
];
