/** What a field was and what it became; null tells that it changed, and keeps neither. */
export type Changes = Record<string, { from: unknown; to: unknown } | null>;

const longest = 200;

/**
 * What an act changed, for the audit trail. A field whose words are nobody's business there (notes,
 * addresses, numbers) is named, and its words are not kept.
 */
export function changesBetween<T extends object>(
  before: T,
  after: { [F in keyof T]?: unknown },
  { unkept = [] }: { unkept?: readonly (keyof T)[] } = {},
): Changes {
  const changes: Changes = {};
  for (const field of Object.keys(after) as (keyof T & string)[]) {
    const [from, to] = [before[field], after[field]];
    if (to === undefined || JSON.stringify(from) === JSON.stringify(to)) continue;
    changes[field] = unkept.includes(field) ? null : { from: short(from), to: short(to) };
  }
  return changes;
}

/** Long texts are cut: the trail tells what was done, and is no second copy of the data. */
function short(value: unknown): unknown {
  return typeof value === 'string' && value.length > longest
    ? `${value.slice(0, longest).toWellFormed()}…`
    : value;
}

/** A name that fits into a sentence. */
export function shortName(text: string): string {
  return text.length > longest ? `${text.slice(0, longest).toWellFormed()}…` : text;
}
