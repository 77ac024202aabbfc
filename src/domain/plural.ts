import { once } from './once.ts';

/** All that people read is English, whatever the locale of their browser. */
const rules = once(() => new Intl.PluralRules('en'));

/** `plural(1, 'hotel')` is "hotel", `plural(2, 'hotel has', 'hotels have')` is "hotels have". */
export function plural(count: number, one: string, many = `${one}s`): string {
  return rules().select(count) === 'one' ? one : many;
}
