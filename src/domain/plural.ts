import { once } from './once.ts';

/** English rules, whatever the browser's locale, because all texts are English. */
const rules = once(() => new Intl.PluralRules('en'));

/**
 * Returns the form for the count: `plural(1, 'hotel')` is "hotel", and `plural(2, 'hotel has',
 * 'hotels have')` is "hotels have".
 */
export function plural(count: number, one: string, many = `${one}s`): string {
  return rules().select(count) === 'one' ? one : many;
}
