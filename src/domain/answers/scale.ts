import { choice } from './answer-type.ts';

export const scale = choice({ name: 'Scale', hint: 'one step of a scale' });
