import { describe, expect, test } from 'vitest';

import { whyGuessable } from './guessable-password.ts';

const owner = { name: 'Maya Lindqvist', email: 'm.lindqvist@brackenholm.example' };

describe('refused is', () => {
  test.each([
    ['a common one', 'qwertyuiop'],
    ['a common one with figures after it', 'password123'],
    ['one in capitals', 'ILOVEYOU2024'],
    ['one with signs for letters', 'P@ssw0rd!!'],
    ['one in wide letters', 'ｐａｓｓｗｏｒｄ１２３'],
    ['two common ones together', 'welcome12345'],
    ['a season and a year', 'Summer-2026'],
    ['one character again and again', 'aaaaaaaaaaaa'],
    ['three in turn', '7897897897'],
    ["the product's name", 'Bellwether1!'],
    ["the owner's name", 'lindqvist-99'],
    ["the house that the owner's address names", 'brackenholm1'],
    ['the whole address', 'm.lindqvist@brackenholm.example'],
    ['a common word and a year', 'liverpool2024'],
    ['a common one of another language', 'motdepasse'],
    ['another of them, and figures', 'geheim12345'],
    ['a common first name and a year', 'marriott2026'],
    ['famous figures', '4815162342'],
    ['a keyboard in another order', 'Qwertz12345'],
    ["the product's trade and a year", 'Hotel2026!'],
  ])('%s', async (_, password) => {
    expect(await whyGuessable(password, owner)).toMatch(/easy to guess/);
  });
});

describe('accepted is', () => {
  test.each([
    ['a passphrase', 'lighthouse keeper'],
    ['a passphrase with a common word in it', 'harbour of the blue hotel'],
    ['letters alone', 'kvistrumpel'],
    ['figures alone', '7302946158'],
    ['one as the product makes them', 'bado-kifu-mezo-lupi'],
    ['another writing', '海辺の灯台守の静かな朝'],
    ["somebody else's name", 'Johannsdottir'],
    ['common words, but four of them', 'summer hotel winter charlie'],
  ])('%s', async (_, password) => {
    expect(await whyGuessable(password, owner)).toBeUndefined();
  });
});

test('no password keeps the server from others for long', async () => {
  await whyGuessable('loaded by now', owner);
  const slow = ['p4ssw0rd', '1234567890', '11/22/1999', '4@83({6!1|0$57+%2', '1', 'x1!aQ7$,'].map(
    (part) => part.repeat(200 / part.length),
  );
  const begun = process.cpuUsage();
  for (const password of slow) await whyGuessable(password, owner);
  const milliseconds = process.cpuUsage(begun).user / 1_000;
  // All together: 100 ms on a quiet machine, and 2,700 ms without the limits.
  expect(milliseconds).toBeLessThan(1_500);
});
