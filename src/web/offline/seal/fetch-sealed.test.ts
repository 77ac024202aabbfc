import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';

import { OfflineDatabase } from '#web/offline/store/database.ts';
import { agreePlan, keepPlan, plansOf } from '#web/offline/drafts/exit-plans.ts';
import type { AgreedPlan, ExitPlan, PlanCommand } from '#web/offline/store/exit-plan-records.ts';
import { keepFile } from '#web/offline/files/kept-files.ts';
import { exitPlan } from '#web/offline/outbox/exit-plan.ts';
import type { Draft } from '#web/offline/store/records.ts';
import { currentStore, releaseStore, takeStore } from '#web/offline/store/store.ts';

import { leftBy, takeOver } from './fetch-sealed.ts';
import { countWaiting } from './leave-device.ts';

test('files of an interview that is taken over keep who took them', async () => {
  const [person, admin] = [71_001, 71_002];
  const asPerson = { id: person, name: 'Gus' };
  const interviewId = 'offline_1_left';
  const left = new OfflineDatabase(person);
  await left.drafts.put({ clientId: interviewId } as Draft);
  const { clientId } = await keepFile(left, {
    ...{ interviewId, questionId: 1, kind: 'photo', name: 'photo.jpg', mediaType: 'image/jpeg' },
    ...{ width: 4, height: 3, caption: '', takenAt: 0, thumbnail: null },
    bytes: new TextEncoder().encode('lobby').buffer,
  });
  left.close();
  takeStore(admin);
  const openKey = () => Promise.resolve(null);
  await takeOver(asPerson, await leftBy(person, openKey), openKey);
  expect(await currentStore().files.get(clientId)).toMatchObject({
    ...{ takenById: person, state: 'waiting' },
  });
  expect(await currentStore().fileBytes.count()).toBe(1);
  releaseStore();

  // The Admin leaves the file too, and another Admin takes it over.
  takeStore(admin + 1);
  await takeOver({ id: admin, name: 'Alice' }, await leftBy(admin, openKey), openKey);
  expect(await currentStore().files.get(clientId)).toMatchObject({ takenById: person });
  releaseStore();
});

const openKey = () => Promise.resolve(null);
const aPlan = (clientId: string, startedAt: number): ExitPlan => ({
  ...{ clientId, hotelId: 7, hotelName: 'Harbour House', kind: 'onsite' as const },
  ...{ items: { 'id:5': { what: 'Paint it' } }, people: [], startedAt },
});
const aSignature = (interviewId: string) => ({
  ...{ interviewId, questionId: 5, kind: 'signature' as const, name: 'hotel-signature.png' },
  ...{ mediaType: 'image/png', width: 4, height: 3, caption: 'Ana', takenAt: 0, thumbnail: null },
  bytes: new TextEncoder().encode('Ana').buffer,
});

test('a plan that was not agreed is taken over once, with its signature, under its author’s name', async () => {
  const [gus, admin] = [{ id: 71_011, name: 'Gus' }, 71_012];
  const left = new OfflineDatabase(gus.id);
  await keepPlan(left, aPlan('plan-left', 1));
  await keepFile(left, aSignature('plan-left'));
  expect(await countWaiting(gus.id)).toMatchObject({ plans: 1, files: 1, changes: 0 });
  left.close();
  takeStore(admin);
  await keepPlan(currentStore(), aPlan('plan-own', 2));
  const found = await leftBy(gus.id, openKey);
  await takeOver(gus, found, openKey);
  await keepPlan(currentStore(), { ...(await plansOf(currentStore(), 7))[0]!, kind: 'session' });
  // Take it over again, as after a crash between the writes to the two stores.
  await takeOver(gus, found, openKey);
  expect(await plansOf(currentStore(), 7)).toMatchObject([
    {
      clientId: 'plan-left',
      author: gus,
      kind: 'session',
      items: { 'id:5': { what: 'Paint it' } },
    },
    { clientId: 'plan-own' },
  ]);
  expect(await currentStore().files.toArray()).toMatchObject([
    { interviewId: 'plan-left', takenById: gus.id },
  ]);
  expect(await countWaiting(gus.id)).toMatchObject({ plans: 0, files: 0 });
  const [plan] = await plansOf(currentStore(), 7);
  await agreePlan(currentStore(), plan!, agreed, { ...input, clientId: 'plan-left' });
  const command = (await currentStore().commands.get('plan-left')) as PlanCommand;
  const sent = await exitPlan.request(currentStore(), command, { clock: null } as never);
  expect(sent).toMatchObject({ path: `/api/hotels/7/exit-plans?heldBy=${gus.id}` });
  releaseStore();
});

test('a plan that was agreed but not sent is sent under its author’s name', async () => {
  const [gus, admin] = [{ id: 71_021, name: 'Gus' }, 71_022];
  const left = new OfflineDatabase(gus.id);
  await keepPlan(left, aPlan('plan-0002', 1));
  await agreePlan(left, aPlan('plan-0002', 1), agreed, { ...input, clientId: 'plan-0002' });
  await keepFile(left, aSignature('plan-0002'));
  expect(await countWaiting(gus.id)).toMatchObject({ plans: 0, changes: 1 });
  left.close();
  takeStore(admin);
  const found = await leftBy(gus.id, openKey);
  expect(found.plans).toEqual([]);
  await takeOver(gus, found, openKey);
  const command = await currentStore().commands.get('plan-0002');
  expect(command).toMatchObject({ heldBy: gus.id, state: 'waiting' });
  expect(await currentStore().files.count()).toBe(1);
  releaseStore();
});

const agreed: AgreedPlan = {
  ...{ at: 2_000, by: 'Gus', percent: 50, interviews: [], items: [] },
  signatures: { assessor: null, hotel: null },
};
const input = {
  ...{ kind: 'onsite' as const, heldAt: '2026-03-12T10:00:00.000Z' },
  items: [
    {
      ...{ clientId: 'action-01', surveyId: 3, questionKey: 'id:5', questionText: 'Is it white?' },
      ...{ what: 'Paint it', owner: null, dueOn: '2026-04-01' },
    },
  ],
  signatures: { assessor: null, hotel: null, hotelName: '' },
};
