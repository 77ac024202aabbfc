import { setTimeout as sleep } from 'node:timers/promises';

import { interviewPath, paths } from '#web/paths.ts';
import type { Device } from './device.ts';
import { answer, begin } from './interview.ts';
import { button, field, text } from './seen.ts';
import { seeScreen } from './screens.ts';

/**
 * Leaves two pages while they still fetch and store. A browser that caches such a page for its Back
 * button may freeze its transaction, which blocks the store for every later page. So the third page
 * must begin an interview, save an answer, and finish a sync.
 */
export async function quickSequence(device: Device, respondent: string): Promise<void> {
  await device.goTo(paths.workflow);
  await sleep(600);
  await device.goTo(paths.results);
  await sleep(600);
  const setUp = interviewPath(30);
  await device.goTo(setUp);
  await device.until('the set-up’s address', async () => (await device.address()) === setUp);
  await seeScreen(device, field('Survey'), setUp);
  await begin(device, respondent);
  await answer(device);
  await device.see(text(/^Saved on (this device|the server)$/));
  await device.open(paths.sync);
  // Includes what the demonstration data has left pending on the server.
  await device.click(button('Sync Now'));
  await device.see(text('All data synced'));
}
