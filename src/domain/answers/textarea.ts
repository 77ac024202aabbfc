import { inWords } from './answer-type.ts';

export const textarea = inWords({ name: 'Textarea', hint: 'own words, several lines' });
