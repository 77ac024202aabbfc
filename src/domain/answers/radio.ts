import { choice } from './answer-type.ts';

export const radio = choice({ name: 'Radio', hint: 'one choice' });
