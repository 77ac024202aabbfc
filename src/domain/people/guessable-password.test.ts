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
  ])('%s', (_, password) => {
    expect(whyGuessable(password, owner)).toMatch(/easy to guess/);
  });
});

describe('accepted is', () => {
  test.each([
    ['a passphrase', 'lighthouse keeper'],
    ['a passphrase with a common word in it', 'harbour of the blue hotel'],
    ['letters alone', 'kvistrumpel'],
    ['figures alone', '4815162342'],
    ['one as the product makes them', 'bado-kifu-mezo-lupi'],
    ['another writing', '海辺の灯台守の静かな朝'],
    ["somebody else's name", 'Johannsdottir'],
  ])('%s', (_, password) => {
    expect(whyGuessable(password, owner)).toBeUndefined();
  });
});
