import type { APIRequestContext } from '@playwright/test';

import type { anOffice } from '../support/office.ts';
import type { Device, DeviceOptions } from './device.ts';

/** What a person does with the product from sign-in on, on a device of their own. */
export type Journey = {
  title: string;
  /** The device's window. The default is a desktop with the light theme. */
  on?: DeviceOptions;
  /** Messages that the journey causes on purpose. Any other message on the console fails it. */
  expectedOnConsole?: RegExp[];
  run: (given: Given) => Promise<void>;
};

export type Given = {
  device: Device;
  /** An administrator elsewhere, with a connection of their own. */
  office: Awaited<ReturnType<typeof anOffice>>;
  /** Calls the API as the office. */
  request: APIRequestContext;
  /** Returns a name that no other journey has. */
  own: (name: string) => string;
};

/**
 * Messages of a page about requests that it had not finished when it was left. Both engines print
 * them at any change of the address, so they fail no journey.
 */
export const leftWhileFetching = [
  // From WebKit, about calls of our own server. Refusals by the page's policy have other words.
  /CONSOLE JS ERROR Fetch API cannot load http:\/\/127\.0\.0\.1:\d+\/api\/\S+ due to access control checks\.$/,
  // From Firefox, about parts of a screen and fonts.
  /^error: (Type)?Error: (error loading dynamically imported module|Unable to preload CSS for) ?\S*/,
  /^error: downloadable font: download failed .*status=2152398850/,
];

/** A message of WebKit on a slow machine, when it uses a preloaded file only some seconds later. */
export const usedLate =
  /CONSOLE OTHER WARN The resource http:\/\/127\.0\.0\.1:\d+\/assets\/\S+ was preloaded using link preload but not used within a few seconds/;

/**
 * A message of Firefox 140 itself when a tab opens. It prints one for each script that shall run before
 * a page's own, even an empty one, and before the tab has an address. A page's own error has a stack,
 * and so an address at its end.
 */
export const atNewTab = /^error: Error: Permission denied to access property "length"$/;
