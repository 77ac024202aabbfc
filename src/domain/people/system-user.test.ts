import { expect, test } from 'vitest';

import { systemUserInputSchema } from './system-user.ts';

const fields = { name: 'Uma User', email: 'uma@hotel.example', mobileNumber: '1', roleId: 1 };

test.each([
  [undefined, undefined],
  ['', undefined],
  ['   ', undefined],
  [null, undefined],
  ['shorter', 'Choose at least 8 characters'],
  ['eight it', undefined],
  ['x'.repeat(201), 'Choose at most 200 characters'],
])('the password %j is told: %s', (password, message) => {
  const issues = systemUserInputSchema.safeParse({ ...fields, password }).error?.issues ?? [];
  expect(issues.map((issue) => issue.message)).toEqual(message ? [message] : []);
  expect(issues.every(({ path }) => path.join() === 'password')).toBe(true);
});
