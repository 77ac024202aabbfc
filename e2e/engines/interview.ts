import { interviewPath, paths } from '#web/paths.ts';

import type { Device } from './device.ts';
import { button, field, first, heading, role, text } from './seen.ts';

/** Signs in through the form, as people do, and waits for the first screen. */
export async function signIn(device: Device, who: 'admin' | 'assessor'): Promise<void> {
  await device.open(paths.signIn);
  await device.fill(field('Email'), `${who}@bellwether.example`);
  await device.fill(field('Password'), 'bellwether-demo');
  await device.click(button('Sign In'));
  await device.until('the first screen', async () => (await device.address()) !== paths.signIn);
}

/** Signs in and waits until the app's files and what interviews need are on the device. */
export async function visit(device: Device, who: 'admin' | 'assessor'): Promise<void> {
  await signIn(device, who);
  await device.open(paths.dashboard);
  await device.see(heading('Recent responses'));
  await device.until('the service worker serves the page', () =>
    device.evaluate(() => navigator.serviceWorker.controller?.state === 'activated'),
  );
  await device.rest(1_500);
}

export async function beginAt(
  device: Device,
  hotelId: number,
  respondent: string,
  survey = 'Guest Journey Standards',
): Promise<void> {
  await device.open(interviewPath(hotelId));
  await begin(device, respondent, survey);
}

/** Begins an interview whose set-up is already open. */
export async function begin(
  device: Device,
  respondent: string,
  survey = 'Guest Journey Standards',
): Promise<void> {
  await device.click(field('Survey'));
  await device.click(role('option', survey));
  await device.fill(field('Respondent full name'), respondent);
  await device.fill(field('Respondent job title'), 'Night Manager');
  await device.click(button('Start Interview'));
  await device.see(button(/^(Next|Complete)$/));
}

/** Answers the question on the screen, whatever its type. */
export async function answer(device: Device): Promise<void> {
  for (const kind of ['radio', 'checkbox'] as const) {
    if ((await device.count(role(kind))) === 0) continue;
    await device.press('1');
    return device.seeChecked(first(role(kind)));
  }
  await device.fill(role('textbox', /^(?!Interview Notes)/), 'In their own words');
}

/** Answers all remaining questions and completes the interview. */
export async function complete(device: Device): Promise<void> {
  while ((await device.count(button('Complete'))) === 0) {
    await answer(device);
    const before = await device.textOf(text(/^Question \d+ of \d+$/));
    await device.click(button('Next'));
    await device.until(
      `the question after ${before}`,
      async () => (await device.textOf(text(/^Question \d+ of \d+$/))) !== before,
    );
  }
  await answer(device);
  await device.click(button('Complete'));
}

/** Resumes the interview. After a restart it may already be open, or be listed to resume. */
export async function resume(device: Device): Promise<void> {
  await device.until('the interview, or how to resume it', async () => {
    const places = [field('Survey'), text(/^Question \d+ of \d+$/)];
    return (await Promise.all(places.map((place) => device.count(place)))).some(Boolean);
  });
  if ((await device.count(button(/^Resume/))) > 0) await device.click(first(button(/^Resume/)));
  await device.see(text(/^Question 1 of \d+$/));
}
