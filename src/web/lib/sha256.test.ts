import { bytesToHex } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { sha256 } from './sha256.ts';

test('is the SHA-256 that browsers and servers reckon, for any bytes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
      const digest = await crypto.subtle.digest('SHA-256', Uint8Array.from(bytes));
      expect(sha256(bytes)).toBe(bytesToHex(new Uint8Array(digest)));
    }),
  );
});
