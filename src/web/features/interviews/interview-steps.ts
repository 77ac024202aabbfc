import type { Hotel } from '#domain/hotels/hotel.ts';
import type { Progress } from '#domain/interviews/progress.ts';
import type { InterviewSession, InterviewSetup } from '#domain/interviews/session.ts';
import { withContext } from '#domain/scoring/standing.ts';
import type { Edition } from '#domain/surveys/edition.ts';
import type { Survey } from '#domain/surveys/survey.ts';
import { waiversOf } from '#domain/waivers/asked-with-waivers.ts';
import { OfflineError } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query-client.ts';
import type { Abandoned, Draft, DraftHotel } from '#web/offline/store/records.ts';
import {
  abandonDraft,
  beginDraft,
  copyAnew,
  DraftGone,
  NotOnDevice,
  resumeSession,
  type AskedPart,
  type DraftChange,
} from '#web/offline/drafts/drafts.ts';
import { interviewClock } from '#web/offline/drafts/interview-clock.ts';
import { endingHere } from '#web/offline/drafts/ended-here.ts';
import { finishDraft } from '#web/offline/outbox/interviews.ts';
import { readAskedPart } from '#web/offline/readings/reassessment-reading.ts';
import { readEdition, readHotel, readSessions } from '#web/offline/readings/reads.ts';
import { askForPersistentStorageQuietly } from '#web/offline/store/storage-room.ts';
import { currentStore } from '#web/offline/store/store.ts';
import { copySoon, syncNow, syncStatus } from '#web/offline/sync/sync-status.ts';
import { allFilesStored } from '#web/offline/files/pending-files.ts';
import { NothingToAsk } from './setup/nothing-to-ask.ts';

/** The steps of an interview. Each step resolves only when its data is safe on this device. */

function hotelAsAsked({ hotelName, hotelBrand, hotelAddress, hotelCity }: Hotel): DraftHotel {
  return { hotelName, hotelBrand, hotelAddress, hotelCity };
}

/** Begins an interview and returns its client id. */
export async function beginInterview(
  hotel: Hotel,
  survey: Survey,
  setup: InterviewSetup,
): Promise<string> {
  const edition = await readEdition(survey.id, survey.edition ?? 0);
  if (edition.questions.length === 0) throw new NothingToAsk();
  const { clientId } = await beginDraft(
    currentStore(),
    {
      hotelId: hotel.id,
      hotel: hotelAsAsked(hotel),
      edition,
      ...(await readAskedPart(hotel, edition)),
      ...waiversOf(hotel.waivers, edition.questions),
      respondentName: setup.respondentName,
      respondentJobTitle: setup.respondentJobTitle,
    },
    interviewClock,
  );
  copySoon(clientId);
  othersAreStale();
  // From now on this device holds data that exists nowhere else.
  void askForPersistentStorageQuietly();
  return clientId;
}

/**
 * Opens an interview in progress: this device's draft when there is one, otherwise the server's
 * session.
 */
export async function openInterviewDraft(hotelId: number, clientId: string): Promise<Draft> {
  const draft = await currentStore().drafts.get(clientId);
  if (draft) {
    // Answers from other devices are joined in the background.
    void joinFromServer(draft).catch(() => undefined);
    return draft;
  }
  const ending = await endingHere(currentStore(), clientId);
  if (ending) throw new DraftGone(endedHereWords[ending]);
  try {
    return await takeUpSession(hotelId, clientId);
  } catch (error) {
    throw error instanceof OfflineError ? new NotOnDevice('Not on this device.') : error;
  }
}

const endedHereWords = {
  completed: 'It was completed in another tab of this device.',
  abandoned: 'It was abandoned in another tab of this device.',
} as const;

/** Makes a draft from the server's session, or from the copy of it that this device keeps. */
async function takeUpSession(hotelId: number, clientId: string): Promise<Draft> {
  const { session, isCached } = await findSession(hotelId, clientId);
  if (!session && isCached) throw new NotOnDevice('Not on this device.');
  if (session?.status !== 'in_progress')
    throw new DraftGone('It was completed or abandoned on another device.');
  const hotel = await readHotel(hotelId);
  const edition = await readEdition(session.surveyId, session.edition);
  const part = fitting(await readAskedPart(hotel.value, edition), edition, session.progress);
  const asked = {
    ...{ hotel: hotelAsAsked(hotel.value), edition, ...part },
    ...waiversOf(hotel.value.waivers, edition.questions),
  };
  return resumeSession(currentStore(), session, asked, Date.now());
}

/**
 * Returns the part that a resumed interview asks. If it already has answers to other questions, it was begun
 * before the re-assessment existed and asks the whole survey.
 */
function fitting(part: AskedPart, { questions }: Edition, progress: Progress): AskedPart {
  if (!part.asked) return part;
  const known = withContext(questions, part.asked);
  const isBeyond = Object.entries(progress).some(([id, entry]) => entry && !known.has(Number(id)));
  return isBeyond ? {} : part;
}

/**
 * Joins the server's session into the draft. A cached session is skipped, because the draft may be
 * newer.
 */
async function joinFromServer({ clientId, hotelId, hotel, edition }: Draft): Promise<void> {
  const { session, isCached } = await findSession(hotelId, clientId);
  if (!session || isCached) return;
  if (session.status === 'completed') await copyAnew(currentStore(), clientId).then(copySoon);
  else await resumeSession(currentStore(), session, { hotel, edition }, Date.now());
}

async function findSession(
  hotelId: number,
  clientId: string,
): Promise<{ session: InterviewSession | undefined; isCached: boolean }> {
  const { value, isCached } = await readSessions(hotelId);
  const session = value.find((one) => one.clientId === clientId);
  return { session, isCached };
}

/**
 * Completes an interview. Resolves when the response is safe on this device. It does not send the
 * response.
 *
 * @param evidenceReason why evidence is missing that the survey wants
 */
export async function finishInterview(
  clientId: string,
  last: DraftChange,
  evidenceReason?: string,
): Promise<void> {
  const ending = { completedAt: Date.now(), isOnline: syncStatus().isOnline };
  await finishDraft(currentStore(), clientId, last, {
    ...ending,
    ...(evidenceReason !== undefined && { evidenceReason }),
  });
}

export type Delivery = 'sent' | 'waiting' | 'refused' | 'elsewhere';

/** Sends the completed interviews. Returns what became of this one, after five seconds at the latest. */
export async function deliver(clientId: string): Promise<Delivery> {
  const { isOnline } = syncStatus();
  const sending = syncNow().then(othersAreStale);
  if (isOnline) await Promise.race([sending, new Promise((done) => setTimeout(done, 5_000))]);
  const db = currentStore();
  if (await db.receipts.get(clientId)) return 'sent';
  const state = (await db.envelopes.get(clientId))?.state;
  if (state === 'elsewhere') return 'elsewhere';
  return state === 'needs-attention' ? 'refused' : 'waiting';
}

/** Abandons an interview, on this device at once and on the server when it can be reached. */
export async function abandonInterview(abandoned: Omit<Abandoned, 'abandonedAt'>): Promise<void> {
  // A photo that is stored after this would be sent although its interview is gone.
  await allFilesStored();
  await abandonDraft(currentStore(), abandoned, Date.now());
  void syncNow().then(othersAreStale);
}

/**
 * Marks everything that was read as out of date, because board, dashboard and results count
 * interviews.
 */
function othersAreStale(): void {
  void queryClient.invalidateQueries();
}
