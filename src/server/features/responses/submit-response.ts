import { checkTimes, type InterviewTimes } from '#domain/responses/check-times.ts';
import { believedBegin } from '#domain/responses/what-counts.ts';
import { timingByPlace } from '#domain/responses/further-fields.ts';
import { isIncomplete } from '#domain/responses/correct.ts';
import type { ParsedResponse, ResponseReceipt } from '#domain/responses/response.ts';
import type { ReviewReason } from '#domain/responses/review-reasons.ts';
import type { ResponseScore } from '#domain/scoring/score-response.ts';
import type { Scope } from '#domain/people/person.ts';
import { idsOfKeys } from '#domain/surveys/question-key.ts';
import { markWaived } from '#domain/waivers/mark-waived.ts';
import { keysWaived } from '#domain/waivers/waiver.ts';
import { editionAskedNow } from '#server/db/responses/asked-edition.ts';
import { findSurvey, type KeptEdition } from '#server/db/responses/editions.ts';
import { refuseElsewhere } from '#server/db/plans/used-ids.ts';
import { noWaivers, readWaivers, type KeptWaivers } from '#server/db/rounds/kept-waivers.ts';
import { clearAfterStoring, lacksEvidence } from '#server/db/responses/lacking-evidence.ts';
import { hotelInScope } from '#server/db/people/scope.ts';
import { hasTombstone } from '#server/db/responses/tombstones.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { alreadyCompleted } from '#server/already-completed.ts';
import { keyUsed, notFound, ProblemError } from '#server/problems.ts';
import { askedPart } from './asked-part.ts';
import { furtherInReply } from './further-values.ts';
import { nameInterview, type NamedInterview } from './name-interview.ts';
import { presentAnswers, presentReceipt } from './present.ts';
import * as queries from './queries.ts';
import { figuresDiffer, scoreGiven } from './score-given.ts';
import { reviseResponse } from './revise-response.ts';
import { storeResponse, type NewResponse, type Owner, type Stored } from './store-response.ts';

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
export async function submitResponse(
  deps: Deps,
  sender: Sender,
  input: ParsedResponse,
): Promise<Outcome> {
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

  const store = (response: NewResponse) => storeResponse(deps.pool, sender, response);
  const sent = { deps, sender, clientId: named.clientId, input, store };
  const scored = await prepare(deps.db, sent, noWaivers);
  if (input.revises !== undefined) {
    const revised = await revise(sent, input.revises, scored);
    if (revised) return revised;
    scored.response.reasons.push('revises-nothing');
  }

  const stored = await storeByWaivers(sent, scored.response);
  if (!stored) return repeat(deps, sender, named, input);
  deps.metrics.responseStored(stored.reviewReasons);
  // A file of the interview may have been stored since `prepare` looked for it.
  await clearAfterStoring(deps.db, deps.editions, stored.receipt);
  return { repeated: false, receipt: stored.receipt };
}

export type Sent = {
  deps: Deps;
  sender: Pick<Sender, 'bodyDigest' | 'skewAtSending'>;
  clientId: string;
  input: ParsedResponse;
  /** Stores the scored response. Returns null when nothing was stored. */
  store: (response: NewResponse) => Promise<Stored | null>;
};

/** Replaces the content of the returned response that this one names. Returns null when it replaces none. */
async function revise(
  sent: Sent & { sender: Owner },
  clientId: string,
  scored: Awaited<ReturnType<typeof prepare>>,
): Promise<Outcome | null> {
  const { deps, sender, input } = sent;
  const rescore = async (db: Db, waived: number[]) =>
    (await prepare(db, sent, { ...noWaivers, waived })).response;
  const replaced = { clientId, returnedAt: input.revisesReturn };
  const revised = await reviseResponse({ deps, sender, ...scored, rescore }, replaced);
  if (revised?.repeated) deps.metrics.responseRepeated();
  else if (revised) deps.metrics.responseStored(revised.receipt.reviewReasons);
  return revised;
}

/**
 * Stores the response, scored by the waivers that its hotel has at that moment. `response` is scored without waivers,
 * because hardly any hotel has one. If the hotel has some, the statement of `store-statement.ts` stores nothing, and
 * the response is scored again by these.
 */
export async function storeByWaivers(sent: Sent, response: NewResponse) {
  const { deps, input } = sent;
  const revisesNothing = response.reasons.filter((reason) => reason === 'revises-nothing');
  let scored = response;
  for (;;) {
    const stored = await sent.store(scored);
    if (stored) return { ...stored, receipt: receiptOf(stored, scored) };
    const kept = await readWaivers(deps.db, input.hotelId);
    if (kept.text === scored.waivers) return null;
    const again = (await prepare(deps.db, sent, kept)).response;
    scored = { ...again, reasons: [...again.reasons, ...revisesNothing] };
  }
}

/**
 * The waivers to score by: those of the hotel, or instead the questions that were waived in the content to be
 * replaced.
 */
type Waiving = KeptWaivers & { waived?: readonly number[] };

const toIso = (milliseconds: number) => new Date(milliseconds).toISOString();

/** Scores the response by its edition, and collects the reasons why somebody should look at it. */
export async function prepare(db: Db, { deps, sender, clientId, input }: Sent, waiving: Waiving) {
  const number = input.edition ?? (await queries.currentEdition(db, input.surveyId));
  const edition = number === null ? null : await deps.editions.find(db, input.surveyId, number);
  if (!edition) throw editionUnknown();
  const { asked, differs: askedDiffers } = await askedPart(db, edition, input);
  const times = checkTimes({ ...input, skewAtSending: sender.skewAtSending }, deps.now(), toIso);
  const keys = keysWaived(waiving.waivers, Date.parse(times.completedAt), deps.config.timeZone);
  const waived = waiving.waived ?? idsOfKeys(edition.questions, keys);
  const answers = markWaived(input.responseAnswers ?? [], waived);
  const score = scoreGiven(edition, { ...input, asked }, answers);
  const given = { answers, asked, findings: score.findings, files: input.files ?? [] };
  const isLacking = await lacksEvidence(db, clientId, edition.questions, given);
  const response = newResponse(deps, {
    ...{ input: { ...input, asked }, clientId, edition, score, times },
    ...{ isLacking, askedDiffers, digest: sender.bodyDigest, waivers: waiving.text },
  });
  return { response, edition };
}

/** Returns the receipt of a response that was stored now. */
function receiptOf({ roundId, ...columns }: Stored, response: NewResponse): ResponseReceipt {
  const { score } = response;
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
    ...furtherInReply({ ...response, roundId }),
  };
}

/**
 * Returns the first response's receipt, since nothing was stored now. Throws when there is none.
 */
async function repeat(
  deps: Deps,
  sender: Sender,
  named: NamedInterview,
  input: ParsedResponse,
): Promise<Outcome> {
  // Stored data is never returned to a sender whose session was only remembered.
  if (sender.remembered) throw new ProblemError('not-signed-in', 'Please sign in.');
  const receipt = await firstReceipt(deps, sender, named, input);
  await clearAfterStoring(deps.db, deps.editions, receipt);
  deps.metrics.responseRepeated();
  return { receipt, repeated: true };
}

/**
 * Returns the error for an edition that the server does not have. A device that has the edition then uploads it, and
 * sends the response again.
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
async function requireOpen(deps: Deps, scope: Scope, input: ParsedResponse): Promise<void> {
  if (input.hotelId !== null && !(await hotelInScope(deps.db, scope, input.hotelId)))
    throw notFound('The hotel');
  const survey = await findSurvey(deps.db, input.surveyId);
  if (!survey) throw notFound('The survey');
  editionAskedNow(survey, 'responses');
}

type Scored = {
  input: ParsedResponse;
  clientId: string;
  edition: KeptEdition;
  score: ResponseScore;
  times: InterviewTimes;
  digest: string;
  waivers: string | null;
  /** True when an answer needs evidence that is missing. */
  isLacking: boolean;
  /** True when the interview asked other questions than its round asks. */
  askedDiffers: boolean;
};

function newResponse(
  deps: Deps,
  { input, edition, score, times, isLacking, askedDiffers, ...scored }: Scored,
): NewResponse {
  const reasons: ReviewReason[] = [];
  if (times.odd) reasons.push('clock-odd');
  if (edition.isFromDevice) reasons.push('edition-from-device');
  if (figuresDiffer(edition, input, score)) reasons.push('figures-differ');
  reasons.push(...score.naReasons);
  if (askedDiffers) reasons.push('asked-differs');
  if (isLacking) reasons.push('evidence-missing');
  // A device checks for missing answers during the interview, so captured responses are not checked
  // here.
  if (input.clientId === undefined && isIncomplete(edition.questions, score.answers, input.asked))
    reasons.push('incomplete');
  return {
    ...input,
    ...scored,
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
 * Returns the receipt of what was first stored under this client id, if this is the same person and
 * the same content. Throws otherwise.
 */
async function firstReceipt(
  deps: Deps,
  { person, scope, bodyDigest }: Sender,
  { clientId, by }: NamedInterview,
  { hotelId, hotelName, hotelBrand, hotelAddress }: ParsedResponse,
): Promise<ResponseReceipt> {
  const first = await queries.findByClientId(deps.db, clientId);
  if (!first) {
    if (await hasTombstone(deps.db, 'response', clientId))
      throw new ProblemError(
        'gone',
        'This response was stored on the server before, and somebody has deleted it there since.',
      );
    await refuseElsewhere(deps.db, { clientId, hotelId, userId: person.id });
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
