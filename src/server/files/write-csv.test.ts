import fc from 'fast-check';
import { expect, test } from 'vitest';

import { withFormulas, withoutFormulas, writeCsv } from './write-csv.ts';

/**
 * Matches a character that begins a formula, at the beginning of what some spreadsheet takes for a
 * cell.
 */
const formula = /(?:^|[,;|\t\r\n])[\s"]*[=+\-@＝＋－＠]/;

test.each([
  ['Smith;=1+41;', "Smith;'=1+41;"],
  ['=cmd|/c calc', "'=cmd|/c calc"],
  ['one\n-two', "one\n'-two"],
  ['a, "=b"', 'a, "\'=b"'],
  ['+49 30', "'+49 30"],
  ['Suite;＝1+41', "Suite;'＝1+41"],
  ['Check-in at 5+', 'Check-in at 5+'],
])('%j is written as %j', (text, written) => {
  expect(withoutFormulas(text)).toBe(written);
  expect(withFormulas(written)).toBe(text);
});

test('no text holds a formula for any separator, and each comes back as it was', () => {
  const piece = fc.constantFrom('=', '+', '-', '@', '＝', ';', ',', '|', '"', 'a', ' ', '\t', '\n');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join('');
      expect(withoutFormulas(text)).not.toMatch(formula);
      expect(withFormulas(withoutFormulas(text))).toBe(text);
    }),
  );
});

test.each(['\n', '\t"', ' ', '\n="', "\n'"])(
  'a long text of %j is written and read at once',
  (piece) => {
    const text = `a${piece.repeat(32_000 / piece.length)}b`;
    const began = performance.now();
    expect(withFormulas(withoutFormulas(text))).toBe(text);
    expect(performance.now() - began).toBeLessThan(500);
  },
);

test('a value with a separator of either kind stands in quotes', () => {
  const file = writeCsv([['a;b', 'c,d', 'e"f', 'plain', 7, null]]).toString('utf8');
  expect(file).toBe('\ufeff"a;b","c,d","e""f",plain,7,');
  expect(writeCsv([['a', -1]], ';').toString('utf8')).toBe('\ufeffa;-1');
});
