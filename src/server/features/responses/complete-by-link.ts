import type { LinkCompleted, LinkCompletion } from '#domain/contacts/interview-by-link.ts';
import { answersAsked, isAskedNow, standingsNow } from '#domain/interviews/asked-now.ts';
import type { Progress, Remarks } from '#domain/interviews/progress.ts';
import { stillNeeds } from '#domain/interviews/still-needs.ts';
import { secondsBetween } from '#domain/responses/further-fields.ts';
import { responseInputSchema } from '#domain/responses/response.ts';
import type { InterviewQuestion } from '#domain/waivers/asked-with-waivers.ts';
import { noWaivers } from '#server/db/rounds/kept-waivers.ts';
import { questionsNow } from '#server/db/responses/self-assessments.ts';
import type { Deps } from '#server/deps.ts';
import type { Contact } from '#server/http/contact-session.ts';
import { ProblemError } from '#server/problems.ts';
import {
  completed,
  editionOf,
  findStored,
  join,
  refuseDeleted,
  requireOwn,
  requireTaking,
  type OwnInterview,
} from './interview-by-link.ts';
import { storeResponseByLink, type NewResponse } from './store-response.ts';
import { prepare, storeByWaivers } from './submit-response.ts';

type Sent = { deps: Deps; contact: Contact; clientId: string; digest: string };
type Outcome = { receipt: LinkCompleted; repeated: boolean };

/** How often the answers may change while they are being stored. */
const mostTries = 5;

/**
 * Completes an interview that a hotel contact answers by link, exactly once: joins the answers that arrive with the
 * stored ones, scores them by the edition, and stores them as a response whose sender is the contact. When the same
 * request comes again, it returns the first receipt. See `store-senders.ts` for what the storing statement checks.
 * When the answers change between reading and storing, it starts again.
 */
export async function completeByLink(sent: Sent, body: LinkCompletion): Promise<Outcome> {
  const { deps, contact, clientId, digest } = sent;
  const { db } = deps;
  for (let tries = 0; tries < mostTries; tries += 1) {
    const own = await requireOwn({ db, contact }, clientId, { lock: false });
    const first = await findStored(db, clientId);
    if (first?.contactId === contact.id && first.digest === digest) {
      deps.metrics.responseRepeated();
      return { receipt: { clientId, completedAt: first.completedAt }, repeated: true };
    }
    if (first) throw completed();
    await refuseDeleted(db, clientId);
    const stored = await store(sent, own, body);
    if (!stored) continue;
    deps.metrics.responseStored(stored.reviewReasons);
    return { receipt: { clientId, completedAt: stored.receipt.completedAt }, repeated: false };
  }
  throw new ProblemError('changed-meanwhile', 'The answers are changing. Please try again.');
}

async function store(sent: Sent, own: OwnInterview, body: LinkCompletion) {
  const { deps, contact, clientId, digest } = sent;
  const { db } = deps;
  const { hotelId } = await requireTaking(db, contact);
  const edition = await editionOf({ deps, db }, own);
  const now = deps.now();
  const given = join(own, body, edition, now);
  const claimed = body.completedAt === undefined ? now : Date.parse(body.completedAt);
  const questions = await questionsNow({ deps, db }, hotelId, edition, Math.min(now, claimed));
  requireComplete(questions, given);
  const answers = answersAsked(questions, given.progress, given);
  const began = Date.parse(own.startedAt);
  const timing = answers.flatMap(({ questionId }) => {
    const at = given.answeredAt[questionId];
    return at === undefined ? [] : [[String(questionId), secondsBetween(began, at)] as const];
  });
  // The schema fills in what a contact does not send.
  const input = responseInputSchema.parse({
    ...{ clientId, surveyId: own.surveyId, edition: own.edition, hotelId },
    ...(await respondentOf(sent)),
    ...{ notes: given.notes, responseAnswers: answers, timing: Object.fromEntries(timing) },
    ...{ roundId: contact.roundId, startedAt: own.startedAt, completedAt: body.completedAt },
    syncStatus: 'synced',
  });
  const by = { contactId: contact.id, version: own.version, name: contact.name };
  const whole = {
    ...{ deps, clientId, input, sender: { bodyDigest: digest, skewAtSending: null } },
    store: (response: NewResponse) =>
      storeResponseByLink(deps.pool, by, { ...response, reasons: withoutEvidence(response) }),
  };
  const { response } = await prepare(db, whole, noWaivers);
  return storeByWaivers(whole, response);
}

/**
 * Returns the reasons without `evidence-missing`. The page of a link takes no evidence, so nobody should look for it.
 */
function withoutEvidence({ reasons }: NewResponse) {
  return reasons.filter((reason) => reason !== 'evidence-missing');
}

/** Throws where a question that is asked still needs an answer or a reason. */
function requireComplete(
  questions: readonly InterviewQuestion[],
  given: { progress: Progress; remarks: Remarks },
): void {
  const standings = standingsNow(questions, given.progress);
  const errors = questions.flatMap((question, place) => {
    const need = stillNeeds(question, standings[place], given.remarks);
    if (!isAskedNow(standings[place]) || need === null) return [];
    const message = `“${question.text}” needs ${need === 'answer' ? 'an answer' : 'a reason'}`;
    return [{ path: `${need === 'answer' ? 'progress' : 'remarks'}.${question.id}`, message }];
  });
  if (errors.length === 0) return;
  throw new ProblemError('invalid-input', 'Some questions still need an answer.', { errors });
}

/** Returns the respondent of the response: the contact. */
async function respondentOf({ deps: { db }, contact }: Sent) {
  const { jobTitle } = await db
    .selectFrom('hotelContacts')
    .select('jobTitle')
    .where('id', '=', contact.id)
    .executeTakeFirstOrThrow();
  return {
    respondentName: contact.name,
    respondentJobTitle: jobTitle === '' ? 'Hotel contact' : jobTitle,
  };
}
