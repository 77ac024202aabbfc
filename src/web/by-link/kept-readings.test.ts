import 'fake-indexeddb/auto';

import { beforeEach, expect, test } from 'vitest';

import {
  beginOpening,
  changeReading,
  dropReading,
  forgetReadings,
  interviewReading,
  isKept,
  keepReading,
  markNow,
  readReading,
  roundReading,
} from './kept-readings.ts';

/** Tests that a page without a connection never shows a reading that came by another link. */

const [ours, other] = ['a'.repeat(43), 'b'.repeat(43)];
const round = (hotel: string) => ({ hotel });
const shown = async () => (await readReading<{ hotel: string }>(roundReading))?.value.hotel ?? null;

/** Opens a link as the server does, and reads its round. */
async function open(token: string, hotel: string) {
  await (
    await beginOpening(token)
  )('opened');
  await keepReading(await markNow(), roundReading, round(hotel));
}
beforeEach(forgetReadings);

test('what was read last is kept, and only the link that was opened can be opened again', async () => {
  await open(ours, 'Harbour');
  await keepReading(await markNow(), interviewReading(3), { title: 'Self' });
  expect(await shown()).toBe('Harbour');
  expect([await isKept(ours), await isKept(other)]).toEqual([true, false]);
  await open(ours, 'Harbour House');
  expect(await readReading(interviewReading(3))).toMatchObject({ value: { title: 'Self' } });
  await dropReading(interviewReading(3));
  expect([await readReading(interviewReading(3)), await shown()]).toEqual([null, 'Harbour House']);
});

test('another link removes what the former one showed', async () => {
  await open(ours, 'Harbour');
  await keepReading(await markNow(), interviewReading(3), { title: 'Self' });
  await open(other, 'Station');
  expect([await shown(), await readReading(interviewReading(3))]).toEqual(['Station', null]);
  expect(await isKept(ours)).toBe(false);
});

test('a reading that was asked for by the former link is not kept', async () => {
  await open(ours, 'Harbour');
  const asked = await markNow();
  await (
    await beginOpening(other)
  )('opened');
  await keepReading(asked, roundReading, round('Harbour'));
  await keepReading(asked, interviewReading(3), { title: 'Self' });
  await keepReading(await markNow(), roundReading, round('Station'));
  await changeReading(asked, roundReading, () => round('Harbour'));
  expect([await shown(), await readReading(interviewReading(3))]).toEqual(['Station', null]);
});

test('while it is not known which link holds, nothing is shown', async () => {
  await open(ours, 'Harbour');
  await beginOpening(other);
  expect([await shown(), await isKept(ours), await isKept(other)]).toEqual([null, false, false]);
  // The server shows the round of the cookie. From then on it is known to which link the cookie belongs.
  const mark = await markNow();
  await keepReading(mark, interviewReading(3), { title: 'Of whichever' });
  expect(await readReading(interviewReading(3))).toBeNull();
  await keepReading(mark, roundReading, round('Station'));
  expect(await shown()).toBe('Station');
});

test('a link that the server refuses leaves the former one as it was', async () => {
  await open(ours, 'Harbour');
  await (
    await beginOpening(other)
  )('refused');
  expect([await shown(), await isKept(ours)]).toEqual(['Harbour', true]);
});

test('a link that has ended takes with it what it showed', async () => {
  await open(ours, 'Harbour');
  await (
    await beginOpening(ours)
  )('refused');
  expect([await shown(), await isKept(ours)]).toEqual([null, false]);
});

test('what was asked for before the page was closed on this device is not kept', async () => {
  await open(ours, 'Harbour');
  const asked = await markNow();
  await forgetReadings();
  await keepReading(asked, roundReading, round('Harbour'));
  expect(await shown()).toBeNull();
});

test('a browser that had opened the link before keeps it from its next reading on', async () => {
  await keepReading(await markNow(), roundReading, round('Harbour'));
  expect([await shown(), await isKept(ours)]).toEqual(['Harbour', false]);
});
