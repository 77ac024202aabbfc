import { choice } from './answer-type.ts';

export const checkbox = choice({
  name: 'Checkbox',
  hint: 'one choice, which can be taken back',
  canTakeBack: true,
});
