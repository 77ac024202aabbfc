import type { z } from 'zod';

import { checkTimes } from '#domain/responses/check-times.ts';
import { believedBegin } from '#domain/responses/what-counts.ts';
import { timingByPlace } from '#domain/responses/further-fields.ts';
import { isIncomplete } from '#domain/responses/correct.ts';
import type { responseInputSchema, ResponseReceipt } from '#domain/responses/response.ts';
import type { ReviewReason } from '#domain/responses/review-reasons.ts';
import {
  findStrangers,
  scoreResponse,
  type ResponseScore,
  type Stranger,
} from '#domain/scoring/score-response.ts';
import { findForbiddenNa } from '#domain/scoring/not-applicable.ts';
import type { Scope } from '#domain/people/person.ts';
import { nothingToAsk } from '#domain/surveys/survey.ts';
import { findSurvey, type KeptEdition } from '#server/db/editions.ts';
import { clearEvidenceMissing, lacksEvidence } from '#server/db/lacking-evidence.ts';
import { hotelInScope } from '#server/db/scope.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { alreadyCompleted, invalid, keyUsed, notFound, ProblemError } from '#server/problems.ts';
import { askedPart } from './asked-part.ts';
import { nameInterview, type NamedInterview } from './name-interview.ts';
import { presentAnswers, presentReceipt } from './present.ts';
import * as queries from './queries.ts';
import { reviseResponse } from './revise-response.ts';
import { storeResponse, type NewResponse, type Owner, type Stored } from './store-response.ts';

type Input = z.output<typeof responseInputSchema>;
type Sender = Owner & {
  bodyDigest: string;
  declaredDigest: string | undefined;
  /** The clock error that the device measured when it sent this; null for an import. */
  skewAtSending: number | null;
  /** The call's `Idempotency-Key`. */
  requestKey?: string | undefined;
};
type Outcome = { receipt: ResponseReceipt; repeated: boolean };

/**
 * Scores a response against the edition that was asked, stores it once, and returns the receipt
 * that lets the device delete its copy.
 *
 * A response with a client id was captured on a device. It is always stored, whatever the office
 * changed meanwhile. A call without a client id has nothing to lose and is refused like any other.
 */
export async function submitResponse(deps: Deps, sender: Sender, input: Input): Promise<Outcome> {
  if (sender.declaredDigest !== undefined && sender.declaredDigest !== sender.bodyDigest)
    throw new ProblemError(
      'malformed-request',
      'The response was damaged on its way to the server. Sending it again stores it.',
    );
  const named = await nameInterview(deps.db, sender, input);
  if (input.clientId === undefined) {
    // A repetition gets its receipt even if the survey was open the first time and is not any more.
    const first = named.by && (await queries.findByClientId(deps.db, named.clientId));
    if (first) return repeat(deps, sender, named, input);
    await requireOpen(deps, sender.scope, input);
  }

  const { response, edition } = await prepare(deps, sender, named.clientId, input);
  if (input.revises !== undefined) {
    const revised = await reviseResponse({ deps, sender, response, edition }, input.revises);
    if (revised?.repeated) deps.metrics.responseRepeated();
    else if (revised) deps.metrics.responseStored(revised.receipt.reviewReasons);
    if (revised) return revised;
    response.reasons.push('revises-nothing');
  }

  const stored = await storeResponse(deps.pool, sender, response);
  if (!stored) return repeat(deps, sender, named, input);
  deps.metrics.responseStored(stored.reviewReasons);
  // A file of the interview may have been stored since `prepare` looked for it.
  if (stored.reviewReasons.includes('evidence-missing'))
    await inTransaction(deps.db, (db) =>
      clearEvidenceMissing(db, deps.editions, response.clientId),
    );
  return { repeated: false, receipt: receiptOf(stored, response) };
}

/** Scores the response by its edition, and collects the reasons why somebody should look at it. */
async function prepare(deps: Deps, sender: Sender, clientId: string, input: Input) {
  const number = input.edition ?? (await queries.currentEdition(deps.db, input.surveyId));
  const edition =
    number === null ? null : await deps.editions.find(deps.db, input.surveyId, number);
  if (!edition) throw editionUnknown();
  const { asked, differs: askedDiffers } = await askedPart(deps.db, edition, input);
  const score = scoreGiven(edition, { ...input, asked });
  const { responseAnswers: answers = [], files: evidence = [] } = input;
  const given = { answers, asked, findings: score.findings, files: evidence };
  const isLacking = await lacksEvidence(deps.db, clientId, edition.questions, given);
  const response = newResponse(deps, sender, {
    ...{ input: { ...input, asked }, clientId, edition, score },
    ...{ isLacking, askedDiffers },
  });
  return { response, edition };
}

/** Returns the receipt of a response that was stored now. */
function receiptOf({ roundId, ...columns }: Stored, response: NewResponse): ResponseReceipt {
  const { score, files, asked, revises, language, evidenceReason } = response;
  return {
    clientId: response.clientId,
    digest: response.digest,
    surveyId: response.surveyId,
    edition: response.edition,
    respondentName: response.respondentName,
    respondentJobTitle: response.respondentJobTitle,
    notes: response.notes,
    syncStatus: response.syncStatus,
    corrected: false,
    totalScore: score.totalScore,
    maxScore: score.maxScore,
    passed: score.passed,
    completedAt: response.times.completedAt,
    ...columns,
    responseAnswers: presentAnswers(columns.id, score.answers),
    ...{ files, asked, revises, language, evidenceReason },
    ...(roundId !== null && { roundId }),
  };
}

/**
 * Returns the first response's receipt, since nothing was stored now. Throws when there is none.
 */
async function repeat(
  deps: Deps,
  sender: Sender,
  named: NamedInterview,
  input: Input,
): Promise<Outcome> {
  // Stored data is never returned to a sender whose session was only remembered.
  if (sender.remembered) throw new ProblemError('not-signed-in', 'Please sign in.');
  const receipt = await firstReceipt(deps, sender, named, input);
  deps.metrics.responseRepeated();
  return { receipt, repeated: true };
}

/**
 * Returns the error on which a device that holds the edition uploads it, and sends the response
 * again.
 */
function editionUnknown(): ProblemError {
  return new ProblemError(
    'edition-unknown',
    'The edition of the survey was not found: the server does not know what was asked.',
  );
}

/**
 * Throws unless the survey takes interviews and the hotel is in scope. Only for calls without a
 * client id.
 */
async function requireOpen(deps: Deps, scope: Scope, input: Input): Promise<void> {
  if (input.hotelId !== null && !(await hotelInScope(deps.db, scope, input.hotelId)))
    throw notFound('The hotel');
  const survey = await findSurvey(deps.db, input.surveyId);
  if (!survey) throw notFound('The survey');
  if (survey.status === 'archived')
    throw new ProblemError(
      'survey-archived',
      'This survey is archived and takes no new responses.',
    );
  if (survey.status !== 'active') throw invalid('surveyId', 'Only an active survey can be asked');
  if (survey.edition === null) throw invalid('surveyId', nothingToAsk);
}

const strangerWords =
  'One of the answers is to a question or an option that this edition of the survey does not have.';
const naWords = 'One of the questions was marked not applicable, but must be answered.';

/**
 * Scores the answers. Throws when one does not fit the edition. A question that must be answered can
 * still come as not applicable from a device, which must not lose the response: it counts as
 * unanswered then. A call without a client id is refused.
 */
function scoreGiven({ questions, rules }: KeptEdition, input: Input): ResponseScore {
  const given = input.responseAnswers ?? [];
  refuse(findStrangers(questions, given), strangerWords);
  if (input.clientId === undefined) refuse(findForbiddenNa(questions, given), naWords);
  return scoreResponse(questions, given, { rules, asked: input.asked });
}

function refuse(found: readonly Stranger[], words: string): void {
  if (found.length === 0) return;
  throw new ProblemError('invalid-input', words, {
    errors: found.map(({ index, field, message }) => ({
      path: `responseAnswers.${index}.${field}`,
      message,
    })),
  });
}

type Scored = {
  input: Input;
  clientId: string;
  edition: KeptEdition;
  score: ResponseScore;
  /** Whether evidence is wanted that there is none of. */
  isLacking: boolean;
  /** Whether it was asked other questions than its round asks. */
  askedDiffers: boolean;
};

function newResponse(
  deps: Deps,
  { bodyDigest, skewAtSending }: Sender,
  { input, clientId, edition, score, isLacking, askedDiffers }: Scored,
): NewResponse {
  const toIso = (ms: number) => new Date(ms).toISOString();
  const times = checkTimes({ ...input, skewAtSending }, deps.now(), toIso);
  const reasons: ReviewReason[] = [];
  if (times.odd) reasons.push('clock-odd');
  if (edition.isFromDevice) reasons.push('edition-from-device');
  if (figuresDiffer(input, score)) reasons.push('figures-differ');
  reasons.push(...score.naReasons);
  if (askedDiffers) reasons.push('asked-differs');
  if (isLacking) reasons.push('evidence-missing');
  // A device checks for missing answers during the interview, so captured responses are not checked
  // here.
  if (input.clientId === undefined && isIncomplete(edition.questions, score.answers, input.asked))
    reasons.push('incomplete');
  return {
    ...input,
    clientId,
    digest: bodyDigest,
    edition: edition.number,
    score,
    times,
    believedBegin: believedBegin(times, deps.now()),
    reasons,
    claimedStartedAt: input.startedAt ? toIso(Date.parse(input.startedAt)) : null,
    claimedCompletedAt: input.completedAt ? toIso(Date.parse(input.completedAt)) : null,
    sessionId: input.sessionId ?? null,
    isCaptured: input.clientId !== undefined,
    timing: timingByPlace(edition.questions, input.timing),
  };
}

/**
 * True when the figures of the device differ from ours. Without answers there is nothing to
 * compare.
 */
function figuresDiffer(input: Input, score: ResponseScore): boolean {
  if (!input.responseAnswers) return false;
  const differs = (claimed: number | undefined, ours: number) =>
    claimed !== undefined && claimed !== ours;
  return differs(input.totalScore, score.totalScore) || differs(input.maxScore, score.maxScore);
}

/**
 * Returns the receipt of what was first stored under this client id, if this is the same person and
 * the same content. Throws otherwise.
 */
async function firstReceipt(
  deps: Deps,
  { person, scope, bodyDigest }: Sender,
  { clientId, by }: NamedInterview,
  { hotelName, hotelBrand, hotelAddress }: Input,
): Promise<ResponseReceipt> {
  const first = await queries.findByClientId(deps.db, clientId);
  if (!first) {
    if (await queries.wasDeleted(deps.db, clientId))
      throw new ProblemError(
        'gone',
        'This response was stored on the server before, and somebody has deleted it there since.',
      );
    throw notFound('The survey');
  }
  const isSeen = await queries.isHotelSeen(deps.db, scope, first.hotelId);
  if (first.digest !== bodyDigest && by === 'key') throw keyUsed();
  if (first.userId !== person.id || first.digest !== bodyDigest)
    throw alreadyCompleted(
      isSeen || first.userId === person.id
        ? await queries.completionOf(deps.db, first)
        : { responseId: null, completedAt: null, completedBy: null },
      'What was stored then differs from these answers.',
    );
  return presentReceipt(isSeen ? first : { ...first, hotelName, hotelBrand, hotelAddress });
}
