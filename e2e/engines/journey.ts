import type { anOffice } from '../support/office.ts';
import type { Device, DeviceOptions } from './device.ts';

/** What somebody does with the product from sign-in on, on a device of their own. */
export type Journey = {
  title: string;
  /** The device's window; a desktop's in daylight, where nothing is said. */
  on?: DeviceOptions;
  /** What the journey brings about on purpose; anything else on the console fails it. */
  expectedOnConsole?: RegExp[];
  run: (given: Given) => Promise<void>;
};

export type Given = {
  device: Device;
  /** An administrator elsewhere, who has a connection of their own. */
  office: Awaited<ReturnType<typeof anOffice>>;
  /** A name that no other journey has. */
  own: (name: string) => string;
};

/**
 * What a page says on its console of what it was still fetching when it was left. Either engine says
 * it at any change of the address, so no journey fails by it.
 */
export const leftWhileFetching = [
  // WebKit, of calls of our own server; what the page's policy refuses, it says in other words.
  /CONSOLE JS ERROR Fetch API cannot load http:\/\/127\.0\.0\.1:\d+\/api\/\S+ due to access control checks\.$/,
  // Firefox, of the parts of a screen and of fonts.
  /^error: (Type)?Error: (error loading dynamically imported module|Unable to preload CSS for) ?\S*/,
  /^error: downloadable font: download failed .*status=2152398850/,
];

/** WebKit says so where a machine is slow: what was fetched ahead is used some seconds later. */
export const usedLate =
  /CONSOLE OTHER WARN The resource http:\/\/127\.0\.0\.1:\d+\/assets\/\S+ was preloaded using link preload but not used within a few seconds/;
