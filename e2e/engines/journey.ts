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

/** What a page says that is left before it has fetched what it wanted. */
export const leftWhileFetching =
  /dynamically imported module|preload CSS|ServiceWorker intercepted|Importing a module|NetworkError/i;

/** What a cut connection leaves on the console of a browser. */
export const disconnected =
  /Could not connect|connection was lost|Failed to load resource|due to access control|NetworkError|fetch event handler|ServiceWorker intercepted|ServiceWorker passed a promise|Load failed|Couldn.t connect|Connection (refused|reset)/i;
