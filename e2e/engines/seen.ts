import type { Query, Wanted } from './in-page.ts';

/** What a person looks for on a page. A string must match a whole name, a pattern a part of it. */
export type Seen = Query;

type Match = string | RegExp;

const wanted = (match: Match): Wanted =>
  typeof match === 'string' ? { text: match } : { pattern: match.source, flags: match.flags };

export const role = (name: string, called?: Match): Seen => ({
  role: name,
  ...(called !== undefined && { name: wanted(called) }),
});
export const button = (name: Match) => role('button', name);
export const link = (name: Match) => role('link', name);
export const heading = (name: Match) => role('heading', name);
export const dialog = (name: Match) => role('dialog', name);
export const field = (label: Match): Seen => ({ label: wanted(label) });
export const text = (words: Match): Seen => ({ text: wanted(words) });
export const first = (seen: Seen): Seen => ({ ...seen, isFirst: true });
export const inside = (within: Seen, seen: Seen): Seen => ({ ...seen, within });

export function inWords({ role: named, name, label, text: said, within }: Seen): string {
  const match = name ?? label ?? said;
  const words = match && ('text' in match ? `“${match.text}”` : `/${match.pattern}/`);
  const what = named ?? (label ? 'field' : 'text');
  return `${what}${words ? ` ${words}` : ''}${within ? ` in ${inWords(within)}` : ''}`;
}
