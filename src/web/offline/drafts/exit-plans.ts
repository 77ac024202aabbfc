import { exitPlanInputSchema, type NewExitPlan } from '#domain/actions/exit-plan.ts';
import type { OfflineDatabase } from '#web/offline/store/database.ts';
import { durably } from '#web/offline/store/durably.ts';
import {
  isDraft,
  type AgreedPlan,
  type ExitPlan,
  type PlanCommand,
} from '#web/offline/store/exit-plan-records.ts';
import { digestOf } from '#web/offline/outbox/envelope.ts';
import type { FileBytes, StoredFile } from '#web/offline/store/records.ts';
import { checkStore } from '#web/offline/store/store-mark.ts';

/** The plans of exit meetings on this device (rules 146 and 147). */

/**
 * Returns the hotel's plans: first those that are being made, in the order in which they were begun, then those
 * that were agreed, the latest first. A plan that an Admin has taken over counts as one that is being made.
 */
export async function plansOf(db: OfflineDatabase, hotelId: number): Promise<ExitPlan[]> {
  const plans = await db.plans.where({ hotelId }).sortBy('startedAt');
  return [...plans.filter(isDraft), ...plans.filter((plan) => !isDraft(plan)).toReversed()];
}

/**
 * Writes a plan that is being made. When the promise resolves, it is on the disk. A plan that was
 * agreed meanwhile stays as it is.
 */
export async function keepPlan(db: OfflineDatabase, plan: ExitPlan): Promise<void> {
  await durably(db, () =>
    db.transaction('rw', db.plans, async () => {
      if (!(await db.plans.get(plan.clientId))?.agreed) await db.plans.put(plan);
    }),
  );
}

/**
 * Agrees a plan: one transaction turns the draft into what was agreed and adds the command that sends
 * it. A plan that is agreed already stays as it is, so a second press sends nothing else.
 */
export async function agreePlan(
  db: OfflineDatabase,
  plan: ExitPlan,
  agreed: AgreedPlan,
  input: NewExitPlan,
): Promise<void> {
  const body = JSON.stringify(exitPlanInputSchema.parse(input));
  const command = await durably(db, async () => {
    await checkStore(db);
    return db.transaction('rw', db.plans, db.commands, async () => {
      if ((await db.plans.get(plan.clientId))?.agreed) return null;
      const { clientId, hotelId, hotelName } = plan;
      const made: PlanCommand = {
        ...{ clientId, body, digest: digestOf(body), kind: 'exit-plan', subject: hotelId },
        ...{ order: agreed.at, about: { hotelName, actions: agreed.items.length } },
        ...{ madeAt: agreed.at, state: 'waiting', reason: null, attempts: 0, nextAttemptAt: 0 },
        tried: false,
        ...(plan.author && { heldBy: plan.author.id }),
      };
      await db.plans.put({ ...plan, agreed });
      await db.commands.add(made);
      return made;
    });
  });
  if (command) db.edited.set(command.clientId, command);
}

/**
 * Stores a plan that another device exported before anybody had agreed it, with its signatures. Returns false
 * and changes nothing if this device already has the plan, so that a file can be imported twice.
 */
export async function takeInPlan(
  db: OfflineDatabase,
  plan: ExitPlan,
  signatures: readonly { file: StoredFile; bytes: Omit<FileBytes, 'clientId'> }[],
): Promise<boolean> {
  return durably(db, () =>
    db.transaction('rw', db.plans, db.files, db.fileBytes, async () => {
      if (await db.plans.get(plan.clientId)) return false;
      await db.plans.add(plan);
      for (const { file, bytes } of signatures) {
        await db.files.put(file);
        await db.fileBytes.put({ ...bytes, clientId: file.clientId });
      }
      return true;
    }),
  );
}
