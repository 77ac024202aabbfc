import type { Verdict } from '#domain/scoring/verdict.ts';

/**
 * The same finding in several interviews of one round (rule 151). Where the installation says from how
 * many interviews on it is critical (`SAME_FAULT_CRITICAL`), such a round does not pass.
 */

/** A question that is a finding in so many interviews of a round that the round needs a review. */
export type SameFinding = {
  readonly key: string;
  /** The question's code, or its number where it has none. */
  readonly name: string;
  readonly interviews: number;
};

/** A finding of one interview. */
type Finding = Pick<SameFinding, 'key' | 'name'>;

/**
 * Returns the questions that are findings in at least this many interviews of a round, those in the most
 * interviews first, and then by name.
 *
 * @param interviews the findings of each interview, the latest edition of a survey first: its names are kept
 * @param least from how many interviews on it is critical; 0 for never
 */
export function sameFindings(
  interviews: Iterable<readonly Finding[]>,
  least: number,
): SameFinding[] {
  if (least === 0) return [];
  const found = new Map<string, { key: string; name: string; interviews: number }>();
  for (const findings of interviews)
    for (const { key, name } of new Map(findings.map((one) => [one.key, one])).values()) {
      const known = found.get(key);
      if (known) known.interviews += 1;
      else found.set(key, { key, name, interviews: 1 });
    }
  return [...found.values()]
    .filter((one) => one.interviews >= least)
    .toSorted(
      (one, other) =>
        other.interviews - one.interviews ||
        one.name.localeCompare(other.name, 'en', { numeric: true }),
    );
}

/** A round's verdict, and the findings of several interviews that count against it. */
type Judged = { verdict: Verdict; sameFindings?: SameFinding[] };

/**
 * Returns the verdict on a round whose mean has this verdict: with such findings, a Pass becomes Needs Review.
 * `sameFindings` is left out where there are none.
 */
export function judgeRound(verdict: Verdict, found: SameFinding[] = []): Judged {
  if (found.length === 0) return { verdict };
  return { verdict: verdict === 'Pass' ? 'Needs Review' : verdict, sameFindings: found };
}

/** The most questions that a sentence names. */
const mostNamed = 3;

/**
 * Returns "Same finding in several interviews: FO-012 in 4, question 7 in 3"; null where there is none.
 * A device may have kept a round from a release that knew no such findings.
 */
export function sameFindingsInWords(found: readonly SameFinding[] = []): string | null {
  if (found.length === 0) return null;
  const named = found.slice(0, mostNamed).map(({ name, interviews }) => `${name} in ${interviews}`);
  const rest = found.length - named.length;
  return `Same finding in several interviews: ${[...named, ...(rest > 0 ? [`and ${rest} more`] : [])].join(', ')}`;
}
