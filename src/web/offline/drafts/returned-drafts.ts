import { mostFiles } from '#domain/responses/further-fields.ts';
import type { ReturnedResponse } from '#domain/rounds/returned.ts';
import type { Edition } from '#domain/surveys/edition.ts';
import type { OfflineDatabase } from '#web/offline/store/database.ts';
import { durably } from '#web/offline/store/durably.ts';
import type { Draft, Receipt } from '#web/offline/store/records.ts';
import type { Revises } from '#web/offline/store/returned-records.ts';
import { DraftGone, knownSkew, newDraft, type Clock } from './drafts.ts';

/**
 * Opens a returned response as a draft with its answers and notes, and returns the draft. A response
 * has one draft on this device: when there is one, in whichever tab it was begun, this returns it.
 * Throws {@link DraftGone} when its correction was finished here already.
 */
export async function beginCorrection(
  db: OfflineDatabase,
  returned: ReturnedResponse,
  edition: Edition,
  clock: Clock,
): Promise<Draft> {
  const draft = draftOf(returned, edition, clock);
  const tables = [db.drafts, db.envelopes, db.receipts, db.contact];
  return durably(db, () =>
    db.transaction('rw', tables, async () => {
      const here = await readCorrections(db, [returned]);
      const underWay = here.drafts.find((one) => one.returned?.clientId === returned.clientId);
      if (underWay) return underWay;
      if (correctionOf(returned, here) !== 'none')
        throw new DraftGone('This device has corrected it already.');
      const begun = { ...draft, ...(await knownSkew(db)) };
      await db.drafts.add(begun);
      return begun;
    }),
  );
}

function draftOf(returned: ReturnedResponse, edition: Edition, clock: Clock): Draft {
  const { hotelId, hotelName, hotelBrand, hotelAddress, hotelCity } = returned;
  const { respondentName, respondentJobTitle, roundId, asked, files = [] } = returned;
  const { clientId, returnedAt, returnedBy, reviewRemarks } = returned;
  const open = reviewRemarks.filter(({ resolvedAt }) => resolvedAt === null);
  const remarked = new Set(open.map(({ questionId }) => questionId));
  const beginning = {
    ...{ hotelId, edition, respondentName, respondentJobTitle },
    hotel: { hotelName, hotelBrand, hotelAddress, hotelCity },
    ...(roundId !== undefined && { roundId }),
    ...(asked && { asked }),
    returned: {
      ...{ clientId, returnedAt, returnedBy, reviewRemarks: open },
      files: files.slice(0, mostFiles),
    },
  };
  return {
    ...newDraft(beginning, clock),
    index: Math.max(
      0,
      edition.questions.findIndex(({ id }) => remarked.has(id)),
    ),
    progress: returned.progress,
    remarks: returned.remarks,
    notes: returned.notes,
  };
}

/** What this device has of the corrections of returned responses. */
export type Corrections = {
  drafts: readonly Draft[];
  /** Corrections that wait to be sent, or for a person. */
  waiting: readonly Revises[];
  sent: readonly Revises[];
};

/** Reads the corrections of these responses on this device. */
export async function readCorrections(
  db: OfflineDatabase,
  returned: readonly Pick<ReturnedResponse, 'clientId'>[],
): Promise<Corrections> {
  const of = returned.map(({ clientId }) => clientId);
  const [drafts, envelopes, receipts] = await Promise.all([
    db.drafts.filter((draft) => draft.returned !== undefined).toArray(),
    db.envelopes.where('revises.of').anyOf(of).toArray(),
    db.receipts.where('revises.of').anyOf(of).toArray(),
  ]);
  return {
    drafts,
    waiting: envelopes.flatMap(({ revises }) => revises ?? []),
    sent: receipts.flatMap(({ revises }) => revises ?? []),
  };
}

/**
 * Returns how far this device is with correcting a returned response. What was sent for an earlier
 * return does not count: the response can be returned again.
 */
export function correctionOf(
  { clientId, returnedAt }: Pick<ReturnedResponse, 'clientId' | 'returnedAt'>,
  { drafts, waiting, sent }: Corrections,
): 'none' | 'under-way' | 'waiting' | 'sent' {
  const isOfThis = (one: Revises) =>
    one.of === clientId && Date.parse(one.returnedAt) >= Date.parse(returnedAt);
  if (drafts.some(({ returned }) => returned?.clientId === clientId)) return 'under-way';
  if (waiting.some(isOfThis)) return 'waiting';
  return sent.some(isOfThis) ? 'sent' : 'none';
}

/** Returns the corrections that the server did not apply, as long as the person has not read about it. */
export function untoldCorrections(db: OfflineDatabase): Promise<Receipt[]> {
  return db.receipts
    .where('revises.of')
    .above('')
    .filter(({ revises }) => revises?.isUntold === true)
    .toArray();
}

/** Notes that the person has read what became of a correction. */
export async function noteTold(db: OfflineDatabase, clientId: string): Promise<void> {
  await durably(db, () =>
    db.receipts.where({ clientId }).modify(({ revises }) => {
      if (revises) delete revises.isUntold;
    }),
  );
}
