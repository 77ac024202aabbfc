import { bytesToHex } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';

import { sha256, sha256OfFile } from './sha256.ts';

test('is the SHA-256 that browsers and servers reckon, for any bytes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
      const digest = await crypto.subtle.digest('SHA-256', Uint8Array.from(bytes));
      expect(sha256(bytes)).toBe(bytesToHex(new Uint8Array(digest)));
    }),
  );
});

afterEach(() => vi.unstubAllGlobals());

test.each([0, 1, 65_536, 65_537, 300_000])(
  'of a file it is the same, with the browser’s function and without it, for %i bytes',
  async (size) => {
    const bytes = new Uint8Array(size).map((_, at) => at % 251);
    const digest = sha256(bytes);
    expect(await sha256OfFile(bytes.buffer)).toBe(digest);
    vi.stubGlobal('crypto', {});
    expect(await sha256OfFile(bytes.buffer)).toBe(digest);
  },
);

test('without the browser’s function, other work comes in between', async () => {
  vi.stubGlobal('crypto', {});
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 0);
  await sha256OfFile(new ArrayBuffer(2 * 1024 * 1024));
  clearInterval(timer);
  expect(turns).toBeGreaterThan(4);
});
