import { sql } from 'kysely';

import type { Appeal } from '#domain/appeals/appeal.ts';
import type { Person, Scope } from '#domain/people/person.ts';
import { askedQuestions } from '#domain/responses/ask.ts';
import { changesOf, describeRevisions } from '#domain/responses/correct.ts';
import { readSaid } from '#domain/responses/read-given.ts';
import { marks } from '#domain/results/repeat-finding.ts';
import { judgeRound } from '#domain/rounds/same-finding.ts';
import type { ReviewedAnswer, ReviewedInterview, RoundReview } from '#domain/rounds/review.ts';
import { scoreResponse } from '#domain/scoring/score-response.ts';
import { scoreInWords } from '#domain/scoring/verdict-in-words.ts';
import { percentOf, verdictOf } from '#domain/scoring/verdict.ts';
import type { Edition } from '#domain/surveys/edition.ts';
import type { EditionQuestion } from '#domain/surveys/edition.ts';
import { questionKey } from '#domain/surveys/question-key.ts';
import { appealsOf } from '#server/db/responses/appeals.ts';
import { listExitPlans } from '#server/db/plans/exit-plans.ts';
import { findingsOfLastCycle } from '#server/db/rounds/finding-keys.ts';
import { listRevisions, listUnapplied } from '#server/db/responses/revisions.ts';
import { sameFindingsOf } from '#server/db/rounds/same-findings.ts';
import { listUnderWay } from '#server/db/responses/self-assessments.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { notFound } from '#server/problems.ts';
import * as queries from './queries.ts';

type Reader = {
  deps: Pick<Deps, 'config' | 'editions' | 'now'>;
  db: Db;
  person: Person;
  scope: Scope;
};

/** Returns a round with what a reviewer looks at: its responses' findings, files and remarks. */
export async function readRound(
  { deps, db, person, scope }: Reader,
  id: number,
): Promise<RoundReview> {
  const round = await queries.findRound(db, scope, id);
  if (!round) throw notFound('The round');
  // `seen` is read before all that the reviewer looks at. What arrives in between is then shown, and the approval
  // asks for another look. Read later, `seen` could stand for a response that is not on the screen.
  const { responses, seen, others } = await queries.readResponses(db, id, person.id);
  const [state, figures, same, interviewCount, rows, exitPlans] = await Promise.all([
    queries.readState(db, id),
    queries.readFigures(db, id, round.hotelId, deps.config.portfolioLine),
    sameFindingsOf(deps, db, sql`round_id = ${id} and counts`),
    queries.countResponses(db, id),
    queries.listResponses(db, id),
    listExitPlans(db, { roundId: id }),
  ]);
  const appeals = await appealsOf({ deps, db, person, scope }, { roundId: id }, state.approvedAt);
  const isSelf = round.kind === 'self' && state.approvedAt === null;
  const underWay = isSelf ? await listUnderWay({ deps, db }, { id, hotelId: round.hotelId }) : [];
  const isAlone = deps.config.fourEyes && responses > 0 && others === 0;
  return {
    ...round,
    ...state,
    ...figures,
    ...judgeRound(figures.verdict, same.get(id)),
    ...{ responses, seen, interviewCount },
    isOwn: isAlone && (await queries.hasOtherApprover(db, person.id)),
    interviews: await readInterviews(deps, db, {
      rows,
      repeated: await findingsOfLastCycle({ db, editions: deps.editions }, round),
      appeals: appeals?.list ?? [],
    }),
    ...(appeals && { appeals }),
    ...(exitPlans.length > 0 && { exitPlans }),
    ...(underWay.length > 0 && { underWayByLink: underWay }),
  };
}

type OfRound = {
  rows: readonly queries.ResponseOfRound[];
  /** The keys of the questions that were findings in the last closed cycle. */
  repeated: ReadonlySet<string>;
  appeals: readonly Appeal[];
};

async function readInterviews(
  { editions }: Pick<Deps, 'editions'>,
  db: Db,
  { rows, repeated, appeals }: OfRound,
): Promise<ReviewedInterview[]> {
  const [files, remarks] = await Promise.all([
    queries.listFiles(
      db,
      rows.map(({ clientId }) => clientId),
    ),
    queries.listRemarks(
      db,
      rows.map(({ id }) => id),
    ),
  ]);
  const interviews: ReviewedInterview[] = [];
  for (const row of rows) {
    const edition = await editions.find(db, row.surveyId, row.edition);
    const questions = edition?.questions ?? [];
    const kept = row.revision > 1 ? await listRevisions(db, row.id) : [];
    const late = row.reviewReasons.includes('approved-meanwhile')
      ? await listUnapplied(db, row.id)
      : [];
    const own = {
      files: files.filter(({ interview }) => interview === row.clientId),
      remarks: remarks.filter(({ responseId }) => responseId === row.id),
    };
    const { surveyId, surveyTitle, respondentName, respondentJobTitle, conductedBy, completedAt } =
      row;
    const { notes, counts, reviewReasons, reviewedAt, returnedAt, returnedBy } = row;
    interviews.push({
      responseId: row.id,
      ...{ surveyId, surveyTitle, respondentName, respondentJobTitle, conductedBy, completedAt },
      ...{ notes, counts, reviewReasons, reviewedAt, returnedAt, returnedBy },
      ...(row.contactId !== null && { byLink: true as const }),
      percent: percentOf(row),
      ...(row.beforeAppeal && { percentBeforeAppeal: percentOf(row.beforeAppeal) }),
      verdict: verdictOf(row),
      ...whyOf(row, edition),
      remarks: own.remarks,
      answers: reviewedAnswers(row, {
        ...own,
        questions,
        repeated,
        appeals: appeals.filter(({ responseId }) => responseId === row.id),
      }),
      revisions: describeRevisions(questions, kept, row.answers),
      unapplied: late.map(({ answers, ...revision }) => ({
        ...revision,
        reason: null,
        changes: changesOf(questions, row.answers, answers),
      })),
    });
  }
  return interviews;
}

/** Returns why a response needs a review, in the same words as a device shows when an interview is complete. */
function whyOf(
  row: queries.ResponseOfRound,
  edition: Pick<Edition, 'questions' | 'rules'> | null,
): Pick<ReviewedInterview, 'why'> {
  if (!edition || verdictOf(row) !== 'Needs Review') return {};
  const asked = row.asked ?? undefined;
  const { questions, rules } = edition;
  const scored = scoreResponse(questions, row.answers, { rules, asked });
  const percent = `${percentOf(row)?.toFixed(1)}%`;
  const why = scoreInWords({ questions, rules, asked }, row.answers, scored, percent);
  return why === null ? {} : { why };
}

type Parts = {
  questions: readonly EditionQuestion[];
  files: readonly queries.FileOfRound[];
  remarks: readonly { questionId: number | null }[];
  appeals: readonly { questionId: number }[];
} & Pick<OfRound, 'repeated'>;

/** Returns the findings, and the answers that have a note, a remark, an appeal or a file. */
function reviewedAnswers(
  row: queries.ResponseOfRound,
  { questions, files, remarks, repeated, appeals }: Parts,
): ReviewedAnswer[] {
  const held = new Set(files.map(({ fileId }) => fileId));
  const spoken = new Set([...remarks, ...appeals].map(({ questionId }) => questionId));
  return askedQuestions(questions, row).flatMap((question, place) => {
    const isFinding = ((row.marks[place] ?? 0) & marks.finding) === marks.finding;
    const own = files.filter(({ questionId }) => questionId === question.id);
    const named = row.files?.filter(({ questionId }) => questionId === question.id) ?? [];
    const missingFiles = named.filter(({ fileId }) => !held.has(fileId)).length;
    const note = question.note ?? '';
    if (!isFinding && note === '' && own.length + missingFiles === 0 && !spoken.has(question.id))
      return [];
    const { id: questionId, text, maximum } = question;
    return {
      key: questionKey(question),
      ...{ questionId, text, maximum, isFinding, note, files: own, missingFiles },
      number: place + 1,
      section: question.section ?? '',
      answer: readSaid(question, question),
      score: maximum === null ? null : question.score,
      isCritical: question.critical ?? false,
      isRepeat: isFinding && repeated.has(questionKey(question)),
    };
  });
}
