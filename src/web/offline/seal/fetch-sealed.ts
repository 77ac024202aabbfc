import { isDraft, type Command, type ExitPlan } from '#web/offline/store/exit-plan-records.ts';
import type { Draft, Envelope, FileBytes, StoredFile } from '#web/offline/store/records.ts';
import { deviceDatabase, forgetBundle } from '#web/offline/store/device-database.ts';
import { isUnsent } from '#web/offline/files/kept-files.ts';
import { currentStore } from '#web/offline/store/store.ts';
import { deletePlainStore, withPlainStore } from './leave-device.ts';
import { putBack } from './seal.ts';
import { eachBytes } from './seal-bytes.ts';
import { copiesOf } from './sealed-copies.ts';
import { bundlesOf, openBundle, openRecords, type OpenKey } from './sealed-records.ts';

/**
 * What another person left on this device: interviews, finished and under way, hotel edits, exit plans, and
 * files that the server may not have. `plans` holds the plans that nobody has agreed; agreed plans are in
 * `commands`. The bytes of the files are left out.
 */
export type Left = {
  envelopes: Envelope[];
  drafts: Draft[];
  commands: Command[];
  plans: ExitPlan[];
  files: StoredFile[];
};

/**
 * Returns what another person left here, for an Admin to fetch: from the sealed bundles, with the
 * keys that the server opens, and from a store that could not be sealed.
 */
export async function leftBy(userId: number, openKey: OpenKey): Promise<Left> {
  const device = deviceDatabase();
  const left = {
    envelopes: new Map<string, Envelope>(),
    drafts: new Map<string, Draft>(),
    commands: new Map<string, Command>(),
    plans: new Map<string, ExitPlan>(),
    files: new Map<string, StoredFile>(),
  };
  // The name of a record's table determines its type.
  const byTable: Readonly<Record<string, Map<string, unknown>>> = left;
  const copies = (await withPlainStore(userId, copiesOf)) ?? new Set<string>();
  for (const bundle of await bundlesOf(device, userId)) {
    if (copies.has(bundle.id)) continue;
    const opened = await openBundle(bundle, openKey);
    for (const { kind, key, value } of opened ? await openRecords(device, opened) : []) {
      const found = byTable[kind];
      if (found && !found.has(key)) found.set(key, value);
    }
  }
  await withPlainStore(userId, async (db) => {
    for (const [table, found] of Object.entries(byTable))
      await db.table<{ clientId: string }>(table).each((one) => found.set(one.clientId, one));
  });
  const { envelopes, drafts, commands, plans, files } = left;
  // An interrupted sign-out may also have sealed an interview as a draft, before it was finished.
  for (const clientId of envelopes.keys()) drafts.delete(clientId);
  return {
    envelopes: [...envelopes.values()],
    drafts: [...drafts.values()],
    commands: [...commands.values()],
    plans: [...plans.values()].filter((plan) => isDraft(plan) && !commands.has(plan.clientId)),
    files: [...files.values()].filter(isUnsent),
  };
}

/** Calls `take` with the bytes of each of these files, one after the other. */
export async function eachFileLeft(
  userId: number,
  openKey: OpenKey,
  files: readonly StoredFile[],
  take: (file: StoredFile, bytes: FileBytes) => Promise<void>,
): Promise<void> {
  const device = deviceDatabase();
  const wanted = new Map(files.map((file) => [file.clientId, file]));
  const takeOnce = async (bytes: FileBytes) => {
    const file = wanted.get(bytes.clientId);
    wanted.delete(bytes.clientId);
    if (file) await take(file, bytes);
  };
  for (const bundle of await bundlesOf(device, userId)) {
    const opened = wanted.size > 0 ? await openBundle(bundle, openKey) : null;
    if (opened) await eachBytes(device, opened, takeOnce);
  }
  // Not one visit of the store for all: `take` may send the file, which takes long, and may visit the store too.
  for (const clientId of [...wanted.keys()]) {
    const bytes = await withPlainStore(userId, (db) => db.fileBytes.get(clientId));
    if (bytes) await takeOnce(bytes);
  }
}

/**
 * Moves unfinished interviews and exit plans with their files, and hotel edits, from the person who left them
 * to the person who is signed in. After a crash in between, both people have them. That does no harm: taking an
 * interview over again joins the two copies, a plan that is already here stays as it is, and sending an edit or
 * a file that is already stored changes nothing. A plan keeps the name of its author.
 */
export async function takeOver(
  { id: userId, name }: { id: number; name: string },
  { drafts, commands, plans, files }: Omit<Left, 'envelopes'>,
  openKey: OpenKey,
): Promise<void> {
  const db = currentStore();
  const plain = (kind: string) => (value: Draft | Command | ExitPlan) => ({
    ...{ kind, key: value.clientId, value },
  });
  const agreed = commands.filter(({ kind }) => kind === 'exit-plan');
  const withFiles = new Set([...drafts, ...plans, ...agreed].map(({ clientId }) => clientId));
  const theirs = files.filter(({ interviewId }) => withFiles.has(interviewId));
  await eachFileLeft(userId, openKey, theirs, async (file, bytes) => {
    await db.transaction('rw', db.files, db.fileBytes, async () => {
      if (await db.files.get(file.clientId)) return;
      const again = { state: 'waiting', attempts: 0, nextAttemptAt: 0 } as const;
      await db.files.put({ takenById: userId, ...file, ...again });
      await db.fileBytes.put(bytes);
    });
  });
  const author = { id: userId, name };
  await putBack(db, [
    ...drafts.map(plain('drafts')),
    ...commands
      .map((one) => (one.kind === 'exit-plan' ? { heldBy: userId, ...one } : one))
      .map(plain('commands')),
    ...plans.map((plan) => ({ author, ...plan })).map(plain('plans')),
  ]);
  for (const { clientId } of theirs)
    if (await db.files.get(clientId)) await dropRecord(userId, clientId);
  for (const { clientId } of [...drafts, ...commands, ...plans]) await dropRecord(userId, clientId);
}

const tables = ['envelopes', 'drafts', 'commands', 'plans', 'files', 'fileBytes'] as const;

/**
 * Deletes every copy of a record that another person left here, because it is now safe elsewhere.
 */
export async function dropRecord(userId: number, clientId: string): Promise<void> {
  const device = deviceDatabase();
  await device.transaction('rw', device.bundles, device.records, async () => {
    for (const kind of tables)
      await device.records
        .where('[userId+kind+key+bundle]')
        .between([userId, kind, clientId, ''], [userId, kind, clientId, '\uffff'])
        .delete();
    await device.bundles.where({ userId }).modify((bundle) => {
      if (bundle.files) bundle.files = bundle.files.filter((file) => file.clientId !== clientId);
      if (bundle.plans) bundle.plans = bundle.plans.filter((plan) => plan !== clientId);
    });
  });
  await withPlainStore(userId, (db) =>
    Promise.all(tables.map((name) => db.table(name).delete(clientId))),
  );
}

/** Deletes everything that is stored here for another person, once their interviews are fetched. */
export async function dropAllOf(userId: number): Promise<void> {
  const device = deviceDatabase();
  for (const { id } of await bundlesOf(device, userId)) await forgetBundle(device, id);
  await deletePlainStore(userId);
  await device.people.delete(userId);
}
