import { inWords } from './answer-type.ts';

export const text = inWords({ name: 'Text', hint: 'own words, one line' });
