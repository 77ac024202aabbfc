import { severityOf } from '#domain/actions/of-round.ts';
import { severities, type Severity } from '#domain/actions/action.ts';
import { readGiven } from '#domain/responses/read-given.ts';
import type { ParsedResponse } from '#domain/responses/response.ts';
import type { RoundReview } from '#domain/rounds/review.ts';
import { scoreResponse } from '#domain/scoring/score-response.ts';
import { scoreInWords } from '#domain/scoring/verdict-in-words.ts';
import { percentOf, verdictOf } from '#domain/scoring/verdict.ts';
import type { Edition } from '#domain/surveys/edition.ts';
import { questionKey } from '#domain/surveys/question-key.ts';
import { formatPercent } from '#web/lib/format.ts';
import type { OfflineDatabase } from '#web/offline/store/database.ts';
import type { SheetInterview } from '#web/offline/store/exit-plan-records.ts';
import { readHeld } from '#web/offline/outbox/interviews-held.ts';

/** What one interview says about a question with a finding. */
type Said = {
  respondentName: string;
  answer: string;
  /** The interview, whose files this device may have; null for one that only the server has. */
  interviewId: string | null;
  questionId: number;
};

/** A question with a finding in one or several interviews. */
export type FindingHere = {
  key: string;
  surveyId: number;
  questionText: string;
  severity: Severity;
  said: Said[];
};

/** An interview with its findings. */
export type InterviewHere = SheetInterview & {
  /**
   * `device`: it waits on this device to be sent. `stored`: this device sent it. `server`: only the server has
   * it.
   */
  from: 'device' | 'stored' | 'server';
  /** The percent before it is rounded. The server sends only the rounded one. */
  exact?: number | null;
  findings: FindingHere[];
};

export type FoundHere = {
  /** The interviews, latest first. */
  interviews: InterviewHere[];
  /** How many interviews of this device cannot be scored, because it no longer has their edition. */
  unread: number;
  /** The response ids of those interviews that the server has. */
  responses: ReadonlySet<number>;
};

/**
 * Returns the interviews that were completed on this device at a hotel, sent or not, with their scores and
 * findings. The device computes them with the server's scorer.
 *
 * @param since milliseconds since 1970: when the hotel's round was opened; 0 where that is not known
 */
export async function foundHere(
  db: OfflineDatabase,
  hotelId: number,
  since: number,
): Promise<FoundHere> {
  const envelopes = await db.envelopes.filter(({ state }) => state !== 'elsewhere').toArray();
  const receipts = await db.receipts.toArray();
  const records = [
    ...envelopes.map((record) => ({ ...record, responseId: null, from: 'device' as const })),
    ...receipts.map((record) => ({ ...record, from: 'stored' as const })),
  ].filter(
    // Only this hotel's bodies are parsed: a device may have a thousand.
    ({ body, completedAt }) => body.includes(`"hotelId":${hotelId},`) && completedAt >= since,
  );
  const corrected = new Set(records.map(({ revises }) => revises?.of));
  const interviews: InterviewHere[] = [];
  let unread = 0;
  for (const { clientId, asked, from, ...record } of records.toSorted(
    (one, other) => other.completedAt - one.completedAt,
  )) {
    const held = readHeld(record);
    if (held?.hotelId !== hotelId || corrected.has(clientId)) continue;
    const edition = asked === undefined ? undefined : (await db.editions.get(asked))?.edition;
    if (edition) interviews.push({ ...reportOf(held, edition, clientId), from });
    else unread += 1;
  }
  const responses = new Set(records.flatMap(({ responseId }) => responseId ?? []));
  return { interviews, unread, responses };
}

/** Returns an interview's score, the reason for its verdict, and its findings. */
function reportOf(
  held: ParsedResponse,
  { surveyId, title, questions, rules }: Edition,
  clientId: string,
): Omit<InterviewHere, 'from'> {
  const { responseAnswers = [], asked, respondentName, respondentJobTitle, completedAt } = held;
  const scored = scoreResponse(questions, responseAnswers, { rules, asked });
  const given = new Map(responseAnswers.map((answer) => [answer.questionId, answer]));
  const percent = percentOf(scored);
  return {
    ...{ respondentName, respondentJobTitle, surveyTitle: title },
    completedAt: completedAt ?? '',
    ...{ percent, verdict: verdictOf(scored) },
    exact: percent && (100 * scored.totalScore) / scored.maxScore,
    why: scoreInWords({ questions, rules, asked }, responseAnswers, scored, formatPercent(percent)),
    findings: scored.findings.flatMap((place): FindingHere[] => {
      const question = questions[place];
      if (!question) return [];
      const answer = readGiven(question, given.get(question.id)) ?? '';
      return [
        {
          ...{ key: questionKey(question), surveyId, questionText: question.text },
          severity: severityOf(question, scored.lost[place] ?? 0),
          said: [{ respondentName, answer, interviewId: clientId, questionId: question.id }],
        },
      ];
    }),
  };
}

/** Returns the interviews of a round, as the server listed them, that were not completed on this device. */
export function foundInRound(
  { interviews }: Pick<RoundReview, 'interviews'>,
  { responses }: Pick<FoundHere, 'responses'>,
): InterviewHere[] {
  return interviews
    .filter(({ responseId, counts }) => counts && !responses.has(responseId))
    .map(({ respondentName, respondentJobTitle, surveyTitle, completedAt, ...one }) => ({
      ...{ respondentName, respondentJobTitle, surveyTitle, completedAt },
      ...{ percent: one.percent, verdict: one.verdict, why: one.why ?? null },
      from: 'server' as const,
      findings: one.answers.flatMap((answer) =>
        answer.isFinding && answer.key !== '' && one.surveyId !== undefined
          ? [findingOf(answer, { surveyId: one.surveyId, respondentName })]
          : [],
      ),
    }));
}

type ReviewedAnswer = RoundReview['interviews'][number]['answers'][number];

function findingOf(
  { key, text, isCritical, score, maximum, questionId, note, answer }: ReviewedAnswer,
  { surveyId, respondentName }: { surveyId: number; respondentName: string },
): FindingHere {
  const isLost = maximum !== null && maximum > 0 && (score ?? 0) <= 0;
  const said = [answer, note && `Note: ${note}`].filter(Boolean).join(' · ');
  return {
    ...{ key, surveyId, questionText: text },
    severity: isCritical ? 'critical' : isLost ? 'major' : 'minor',
    said: [{ respondentName, answer: said, interviewId: null, questionId }],
  };
}

/** Joins the findings of several interviews. Returns one for each question, the most severe first. */
export function joinFindings(interviews: readonly InterviewHere[]): FindingHere[] {
  const found = new Map<string, FindingHere>();
  for (const finding of interviews.flatMap(({ findings }) => findings)) {
    const known = found.get(finding.key);
    if (!known) found.set(finding.key, { ...finding, said: [...finding.said] });
    else {
      known.said.push(...finding.said);
      if (rank(finding) < rank(known)) known.severity = finding.severity;
    }
  }
  return [...found.values()].toSorted((one, other) => rank(one) - rank(other));
}

function rank({ severity }: FindingHere): number {
  return severities.indexOf(severity);
}

/**
 * Returns the mean percentage of the interviews, rounded to one decimal as everywhere else, so that the exit
 * meeting and the hotel's page show the same figure. A mean below the line is never rounded up to it. Null
 * where none is scored.
 */
export function meanOf(
  interviews: readonly Pick<InterviewHere, 'percent' | 'exact'>[],
  line: number,
): number | null {
  const percents = interviews.flatMap(({ percent, exact }) => exact ?? percent ?? []);
  const sum = percents.reduce((total, one) => total + one, 0);
  // Whole numbers for the rounding. Six decimals remove the error of adding fractions.
  const [totalScore, maxScore] = [Math.round(1e6 * sum), 1e8 * percents.length];
  return percentOf({ totalScore, maxScore }, line);
}
