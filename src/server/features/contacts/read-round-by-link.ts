import { sql } from 'kysely';

import { notApplicable } from '#domain/appeals/claim.ts';
import { appealsUntil, isInTime } from '#domain/appeals/deadline.ts';
import type { LinkFinding, RoundByLink } from '#domain/contacts/round-by-link.ts';
import { askedQuestions } from '#domain/responses/ask.ts';
import { readSaid } from '#domain/responses/read-given.ts';
import type { AskedQuestion } from '#domain/responses/response.ts';
import { marks } from '#domain/results/repeat-finding.ts';
import type { Verdict } from '#domain/scoring/verdict.ts';
import { judgeRound } from '#domain/rounds/same-finding.ts';
import { mostInterviewsShown } from '#domain/rounds/review.ts';
import { daysIn } from '#domain/time-zone.ts';
import { listAppealsByLink } from '#server/db/responses/appeals.ts';
import { readPlanByLink } from '#server/db/plans/plan-by-link.ts';
import { exactMean, meanPercent, verdictOfMean } from '#server/db/responses/score-columns.ts';
import { readSelfAssessment } from '#server/db/responses/self-assessments.ts';
import { sameFindingsOf } from '#server/db/rounds/same-findings.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Contact } from '#server/http/contact-session.ts';
import { notFound } from '#server/problems.ts';

type Reader = {
  deps: Pick<Deps, 'config' | 'editions' | 'now'>;
  db: Db;
  contact: Contact;
};

/**
 * Returns what a hotel contact sees of a round. Before the approval they see only its name and, in
 * a self-assessment, their own answers. It never names the people who were interviewed, because
 * they work for the person who reads it.
 */
export async function readRoundByLink({ deps, db, contact }: Reader): Promise<RoundByLink> {
  const found = await findRound(db, contact);
  if (!found) throw notFound('The round');
  const { hotelName, hotelBrand, hotelCity, kind, stage, approvedAt, expiresAt } = found;
  return {
    contact: { name: contact.name },
    linkId: contact.linkId,
    hotel: { name: hotelName, brand: hotelBrand, city: hotelCity },
    round: { kind, stage, approvedAt },
    expiresAt,
    selfAssessment: await readSelfAssessment({ deps, db }, contact),
    result: approvedAt === null ? null : await readResult({ deps, db, contact }, approvedAt),
  };
}

function findRound(db: Db, { linkId }: Contact) {
  return db
    .selectFrom('contactLinks as link')
    .innerJoin('rounds as round', 'round.id', 'link.roundId')
    .innerJoin('hotels as hotel', 'hotel.id', 'round.hotelId')
    .select(['hotel.hotelName', 'hotel.hotelBrand', 'hotel.hotelCity'])
    .select(['round.kind', 'round.stage', 'round.approvedAt', 'link.expiresAt'])
    .where('link.id', '=', linkId)
    .executeTakeFirst();
}

async function readResult(
  { deps, db, contact }: Reader,
  approvedAt: string,
): Promise<RoundByLink['result']> {
  const { roundId } = contact;
  const { appealDays: days, timeZone, portfolioLine } = deps.config;
  const until = appealsUntil(approvedAt, { days, timeZone });
  const today = daysIn(timeZone).dayOf(deps.now());
  const [figures, same, interviews, appeals, plan] = await Promise.all([
    readFigures(db, roundId, portfolioLine),
    sameFindingsOf(deps, db, sql`round_id = ${roundId} and counts`),
    readInterviews(deps, db, roundId),
    listAppealsByLink({ deps, db }, { roundId }),
    readPlanByLink(db, contact, today),
  ]);
  return {
    ...figures,
    ...judgeRound(figures.verdict, same.get(roundId)),
    interviews,
    plan,
    appealsUntil: until,
    canAppeal: isInTime(until, deps.now(), timeZone),
    appeals,
  };
}

type Figures = { percent: number | null; verdict: Verdict };

async function readFigures(db: Db, roundId: number, line: number): Promise<Figures> {
  const { rows } = await sql<Figures>`
    select ${meanPercent(line)} as percent, ${verdictOfMean(exactMean, line)} as verdict
    from responses response where round_id = ${roundId} and counts`.execute(db);
  const [figures] = rows;
  if (!figures) throw new TypeError('A mean has no row');
  return figures;
}

async function readInterviews({ editions }: Pick<Deps, 'editions'>, db: Db, roundId: number) {
  const rows = await db
    .selectFrom('responses as response')
    .innerJoin('surveys as survey', 'survey.id', 'response.surveyId')
    .select(['response.id as responseId', 'response.surveyId', 'response.edition'])
    .select(['response.answers', 'response.asked', 'response.marks', 'response.completedAt'])
    .select('survey.title as surveyTitle')
    .where('response.roundId', '=', roundId)
    .where('response.counts', '=', true)
    .orderBy('response.completedAt')
    .orderBy('response.id')
    .limit(mostInterviewsShown)
    .execute();
  const interviews = [];
  for (const { surveyId, edition: number, answers, asked, marks: bytes, ...row } of rows) {
    const edition = await editions.find(db, surveyId, number);
    const findings = askedQuestions(edition?.questions ?? [], { answers, asked }).flatMap(
      (question, place) =>
        (bytes?.[place] ?? 0) & marks.finding ? [presentFinding(question, place)] : [],
    );
    if (findings.length > 0) interviews.push({ ...row, findings });
  }
  return interviews;
}

function presentFinding(question: AskedQuestion, place: number): LinkFinding {
  const { id: questionId, code, text, score, maximum, critical, note } = question;
  return {
    ...{ questionId, text, score },
    number: place + 1,
    code: code ?? '',
    answer: readSaid(question, question),
    maximum: maximum ?? 0,
    isCritical: critical ?? false,
    note: note ?? '',
    choices: choicesOf(question),
  };
}

function choicesOf({ answers, answerId, notApplicable: isNa, allowNa }: AskedQuestion) {
  const options: LinkFinding['choices'] = answers
    .filter(({ id }) => isNa || id !== answerId)
    .map(({ id, text }) => ({ value: id, text }));
  if (allowNa && !isNa) options.push({ value: notApplicable, text: 'Not applicable' });
  return options;
}
