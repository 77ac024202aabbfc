import { z } from 'zod';

import { plural } from '#domain/plural.ts';
import { digestHeader } from '#domain/sync/client-id.ts';
import type { ExportedPlan } from '#domain/sync/exported-plan.ts';
import { currentUser } from '#web/lib/current-user.ts';
import { fetchInSession } from '#web/lib/fetch-in-session.ts';
import { asSentence, countWords } from '#web/lib/format.ts';
import { sha256 } from '#web/lib/sha256.ts';
import type { ExitPlan } from '#web/offline/store/exit-plan-records.ts';
import { takeInPlan } from '#web/offline/drafts/exit-plans.ts';
import type { StoredFile } from '#web/offline/store/records.ts';
import { ask } from '#web/offline/connection/reply.ts';
import { currentStore } from '#web/offline/store/store.ts';
import type { ReadEvidence } from './read-exported-file.ts';

/**
 * What became of an exit plan that an Admin imported. A `draft` is now on this device. The Admin agrees it in
 * the name of the person who began it.
 */
export type ImportedPlan = {
  planId: string;
  hotelId: number;
  hotelName: string;
  outcome: 'stored' | 'draft' | 'present' | 'refused';
  refusal: string | null;
};

/**
 * Imports one plan under its author's name. Safe to repeat: the server stores only one plan for its client id,
 * and this device only one draft. A draft comes with its signatures, because they are sent only when it is
 * agreed.
 */
export async function importPlan(
  plan: ExportedPlan,
  signatures: readonly ReadEvidence[],
): Promise<ImportedPlan> {
  const { planId, hotelId, hotelName } = plan;
  const outcome = plan.agreed
    ? await sendPlan(plan, plan.agreed)
    : await takeDraft(plan, signatures);
  const about = { planId, hotelId, hotelName };
  return outcome === 'stored' || outcome === 'present' || outcome === 'draft'
    ? { ...about, outcome, refusal: null }
    : { ...about, outcome: 'refused', refusal: outcome.refusal };
}

const receiptSchema = z.object({ clientId: z.string(), hotelId: z.int() });

/** Sends the frozen bytes of an agreed plan, in the name of the person who held the meeting. */
async function sendPlan(
  { planId, hotelId, owner }: ExportedPlan,
  { body, digest, heldBy = owner.id }: NonNullable<ExportedPlan['agreed']>,
) {
  if (sha256(new TextEncoder().encode(body)) !== digest) return { refusal: 'It is damaged.' };
  const reply = await ask(fetchInSession, `/api/hotels/${hotelId}/exit-plans?heldBy=${heldBy}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [digestHeader]: digest },
    body,
  });
  if (reply.kind === 'refused') return { refusal: asSentence(reply.problem.detail) };
  if (reply.kind === 'sign-in') return { refusal: 'Please sign in again.' };
  if (reply.kind === 'later') return { refusal: reply.reason };
  const receipt = receiptSchema.safeParse(reply.json).data;
  if (receipt?.clientId !== planId || receipt.hotelId !== hotelId)
    return { refusal: 'The server did not confirm it.' };
  return reply.status === 201 ? 'stored' : 'present';
}

/** Stores a draft on this device, unless it is already here or has reached the server meanwhile. */
async function takeDraft(
  { planId, hotelId, hotelName, draft, owner }: ExportedPlan,
  signatures: readonly ReadEvidence[],
) {
  if (!draft) return { refusal: 'It is damaged.' };
  if (await isStored(planId, draft.roundId)) return 'present';
  const author = draft.author ?? { id: owner.id, name: owner.name };
  const { roundId, replaces, author: _, ...rest } = draft;
  const plan = {
    ...{ clientId: planId, hotelId, hotelName, ...rest },
    ...(roundId !== undefined && { roundId }),
    ...(replaces && { replaces }),
    ...(author.id !== currentUser.get()?.id && { author }),
  } as ExitPlan;
  const files = signatures.map((one) => fileOf(one, author.id));
  const whole = files.filter((file) => file !== null);
  if (whole.length < files.length) return { refusal: 'A signature of it is damaged.' };
  return (await takeInPlan(currentStore(), plan, whole)) ? 'draft' : 'present';
}

/** Returns a signature in the form that this device stores; null when its bytes are damaged. */
function fileOf({ about, read }: ReadEvidence, takenBy: number) {
  const { fileId, interview, takenAt, owner: _, exportedAt: __, ...rest } = about;
  const bytes = read();
  if (!bytes) return null;
  const file: StoredFile = {
    ...{ ...rest, clientId: fileId, interviewId: interview, takenAt: Date.parse(takenAt) },
    ...{ state: 'waiting', reason: null, attempts: 0, nextAttemptAt: 0, tried: false },
    ...(takenBy !== currentUser.get()?.id && { takenById: takenBy }),
  };
  return { file, bytes };
}

/**
 * True when the plan's round on the server already has the plan. Importing the draft would then make a second
 * plan.
 */
async function isStored(planId: string, roundId: number | undefined): Promise<boolean> {
  if (roundId === undefined) return false;
  const reply = await ask(fetchInSession, `/api/rounds/${roundId}`);
  if (reply.kind !== 'answered') return false;
  const round = plansSchema.safeParse(reply.json).data;
  return round?.exitPlans?.some(({ clientId }) => clientId === planId) ?? false;
}

const plansSchema = z.object({
  exitPlans: z.array(z.object({ clientId: z.string() })).default([]),
});

/** Returns for example "1 exit plan is on the server. 2 exit plans not agreed yet: yours from now on." */
export function planWords(plans: readonly ImportedPlan[]): string {
  const words: Readonly<Record<ImportedPlan['outcome'], (count: number) => string>> = {
    stored: (count) => `${plural(count, 'is', 'are')} on the server.`,
    present: (count) => `${plural(count, 'was', 'were')} already there.`,
    draft: () => 'not agreed yet: yours from now on.',
    refused: () => 'refused.',
  };
  return (['stored', 'present', 'draft', 'refused'] as const)
    .flatMap((outcome) => {
      const count = plans.filter((plan) => plan.outcome === outcome).length;
      return count > 0 ? `${countWords(count, 'exit plan')} ${words[outcome](count)}` : [];
    })
    .join(' ');
}
