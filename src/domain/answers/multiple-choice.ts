import { choice } from './answer-type.ts';

export const multipleChoice = choice({
  name: 'Multiple choice',
  hint: 'one choice of several',
  isRetired: true,
});
