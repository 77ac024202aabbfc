import { expect, test } from 'vitest';

import { judgeRound, sameFindings, sameFindingsInWords } from './same-finding.ts';

const findings = (...names: string[]) => names.map((name) => ({ key: `code:${name}`, name }));
const found = (name: string, interviews: number) => ({ key: `code:${name}`, name, interviews });

test('a question counts once for each interview in which it is a finding, the most first', () => {
  const interviews = [
    findings('FO-10', 'FO-1', 'FO-2', 'FO-2'),
    findings('FO-2'),
    findings('FO-1', 'FO-2'),
    findings('FO-3', 'FO-3', 'FO-10'),
  ];
  expect(sameFindings(interviews, 2)).toEqual([
    found('FO-2', 3),
    found('FO-1', 2),
    found('FO-10', 2),
  ]);
  expect(sameFindings(interviews, 3)).toEqual([found('FO-2', 3)]);
  expect(sameFindings(interviews, 4)).toEqual([]);
  expect(sameFindings(interviews, 0)).toEqual([]);
});

test('it turns a pass alone, and is told beside any verdict', () => {
  const same = [found('FO-1', 3)];
  expect(judgeRound('Pass', same)).toEqual({ verdict: 'Needs Review', sameFindings: same });
  expect(judgeRound('Needs Review', same).verdict).toBe('Needs Review');
  expect(judgeRound('Not scored', same).verdict).toBe('Not scored');
  expect(judgeRound('Pass', [])).toEqual({ verdict: 'Pass' });
  expect(judgeRound('Pass')).toEqual({ verdict: 'Pass' });
});

test('three findings are named, and the others are counted', () => {
  expect(sameFindingsInWords()).toBeNull();
  expect(sameFindingsInWords([])).toBeNull();
  expect(sameFindingsInWords([found('FO-1', 4)])).toBe(
    'Same finding in several interviews: FO-1 in 4',
  );
  const five = ['FO-1', 'FO-2', 'FO-3', 'FO-4', 'FO-5'].map((name) => found(name, 3));
  expect(sameFindingsInWords(five)).toBe(
    'Same finding in several interviews: FO-1 in 3, FO-2 in 3, FO-3 in 3, and 2 more',
  );
});
