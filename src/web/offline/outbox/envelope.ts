import { answersAsked, placesAsked, standingsNow } from '#domain/interviews/asked-now.ts';
import { mostFiles, secondsBetween } from '#domain/responses/further-fields.ts';
import { furtherOf } from '#domain/responses/further-of.ts';
import { questionsAt } from '#domain/waivers/asked-with-waivers.ts';
import type { ResponseInput } from '#domain/responses/response.ts';
import { scoreResponse } from '#domain/scoring/score-response.ts';
import { clockTolerance, type DeviceClock } from '#domain/responses/device-clock.ts';
import { sha256 } from '#web/lib/sha256.ts';
import { editionPath } from '#web/offline/store/edition-path.ts';
import type { Contact, Draft, Envelope, StoredFile } from '#web/offline/store/records.ts';

/** When an interview ended, and whether the server could be reached then. */
export type Ending = {
  completedAt: number;
  isOnline: boolean;
  /** Why evidence is missing that the survey wants. Absent where nothing is missing. */
  evidenceReason?: string;
};

/**
 * Freezes a draft as an envelope: from now on its bytes never change, and its digest proves that.
 * If the interview was completed on another device, it is not sent but waits for the person's
 * decision.
 */
export function freeze(
  draft: Draft,
  ending: Ending,
  contact?: Contact,
  files: readonly StoredFile[] = [],
): Envelope {
  const clock = clockOf(draft, contact);
  const edition = { ...draft.edition, questions: [...questionsAt(draft, ending.completedAt)] };
  const asked = { ...draft, edition };
  const response = { ...responseOf(asked, ending), ...filesIn(asked, files) };
  const body = JSON.stringify({ ...response, clock });
  return {
    clientId: draft.clientId,
    body,
    digest: digestOf(body),
    about: {
      hotelName: draft.hotel.hotelName,
      surveyTitle: draft.edition.title,
      respondentName: draft.respondentName,
    },
    completedAt: ending.completedAt,
    ...(draft.elsewhere
      ? { state: 'elsewhere', reason: draft.copyRefused, elsewhere: draft.elsewhere }
      : { state: 'waiting', reason: null }),
    attempts: 0,
    nextAttemptAt: 0,
    asked: editionPath(draft.edition),
    ...revisesOf(draft),
  };
}

function revisesOf({ returned }: Draft): Pick<Envelope, 'revises'> {
  return returned ? { revises: { of: returned.clientId, returnedAt: returned.returnedAt } } : {};
}

/**
 * Returns what is known of the device's clock. The server uses it to correct the interview's times.
 */
function clockOf({ skew, clockChanged }: Draft, contact: Contact | undefined): DeviceClock {
  const differs =
    skew !== undefined && contact !== undefined && Math.abs(skew - contact.skew) > clockTolerance;
  return {
    skew: contact?.skew ?? null,
    learnedAt: contact ? new Date(contact.at).toISOString() : null,
    changed: clockChanged === true || differs,
  };
}

/**
 * Returns which files the response should have: those of questions that were asked. Their bytes are
 * sent on their own. An interview without files has no such field.
 */
function filesIn(
  { edition: { questions }, progress, asked: only, returned }: Draft,
  files: readonly StoredFile[],
): Pick<ResponseInput, 'files'> {
  const places = placesAsked(standingsNow(questions, progress, only));
  const asked = new Set(places.map((place) => questions[place]?.id));
  const named = files
    .filter(({ questionId }) => asked.has(questionId))
    .map(({ clientId, questionId, kind, digest, size }) => ({
      ...{ fileId: clientId, questionId, kind, digest, size },
    }));
  // The files of the returned response stay in the response, even if none of them is on this device.
  const former = returned?.files.filter(({ questionId }) => asked.has(questionId)) ?? [];
  const all = [...former, ...named];
  return all.length > 0 ? { files: all.slice(0, mostFiles) } : {};
}

export function digestOf(body: string): string {
  return sha256(new TextEncoder().encode(body));
}

/** Returns the whole response in the form of POST /api/responses (rule 27). */
export function responseOf(
  draft: Draft,
  { completedAt, isOnline, evidenceReason }: Ending,
): ResponseInput {
  const { edition, progress, remarks, asked, roundId, returned } = draft;
  const given = answersAsked(edition.questions, progress, { remarks, asked });
  const { totalScore, maxScore, answers } = scoreResponse(edition.questions, given, { asked });
  return {
    clientId: draft.clientId,
    surveyId: draft.edition.surveyId,
    edition: draft.edition.number,
    hotelId: draft.hotelId,
    hotelName: draft.hotel.hotelName,
    hotelBrand: draft.hotel.hotelBrand,
    hotelAddress: draft.hotel.hotelAddress,
    respondentName: draft.respondentName,
    respondentJobTitle: draft.respondentJobTitle,
    totalScore,
    maxScore,
    notes: draft.notes,
    // A response that is sent while online is synced at once; others once this device confirms
    // (rule 31).
    syncStatus: isOnline ? 'synced' : 'pending',
    responseAnswers: answers.map(({ questionId, answerId, textValue, score, ...further }) => ({
      ...{ questionId, answerId, textValue, score },
      ...furtherOf(further),
    })),
    sessionId: draft.copy?.sessionId ?? null,
    startedAt: new Date(draft.startedAt).toISOString(),
    completedAt: new Date(Math.max(completedAt, draft.startedAt)).toISOString(),
    // The times of the returned response stay (rule 59).
    ...(returned
      ? { revises: returned.clientId, revisesReturn: returned.returnedAt }
      : timingOf(draft)),
    ...(roundId !== undefined && { roundId }),
    ...(asked && { asked: [...asked] }),
    ...(evidenceReason !== undefined && { evidenceReason }),
  };
}

/**
 * Returns when each question was last answered, in seconds since the interview began. It includes
 * questions answered on another device, whose times were joined with their answers, and no hidden
 * ones. Returns an empty object when nothing was answered.
 */
function timingOf(draft: Draft): Pick<ResponseInput, 'timing'> {
  const { answeredAt, startedAt, progress, asked } = draft;
  const { questions } = draft.edition;
  const times = placesAsked(standingsNow(questions, progress, asked)).flatMap((place) => {
    const id = questions[place]?.id ?? 0;
    const at = answeredAt[id];
    return at === undefined ? [] : [[String(id), secondsBetween(startedAt, at)] as const];
  });
  return times.length > 0 ? { timing: Object.fromEntries(times) } : {};
}
