import { fieldsThatDiffer } from '#domain/fields-that-differ.ts';

/**
 * The old and new value of each changed field. Null when the trail records only that the field
 * changed.
 */
export type Changes = Record<string, { from: unknown; to: unknown } | null>;

const longest = 200;

/**
 * Returns what an action changed, for the audit trail. The fields in `unkept` (notes, addresses,
 * numbers) are private: the trail names them and keeps none of their values.
 */
export function changesBetween<T extends object>(
  before: T,
  after: { [F in keyof T]?: unknown },
  { unkept = [] }: { unkept?: readonly (keyof T)[] } = {},
): Changes {
  const changes: Changes = {};
  for (const [field, to] of Object.entries(fieldsThatDiffer<object>(before, after))) {
    const name = field as keyof T & string;
    changes[name] = unkept.includes(name) ? null : { from: short(before[name]), to: short(to) };
  }
  return changes;
}

/** Cuts long texts: the trail shows what was done and must not become a second copy of the data. */
function short(value: unknown): unknown {
  return typeof value === 'string' && value.length > longest
    ? `${value.slice(0, longest).toWellFormed()}…`
    : value;
}

/** Returns a name, shortened so that it fits into a sentence. */
export function shortName(text: string): string {
  return text.length > longest ? `${text.slice(0, longest).toWellFormed()}…` : text;
}
