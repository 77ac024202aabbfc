import { expect, test } from 'vitest';

import { signInSchema } from './sign-in.ts';
import { systemUserInputSchema } from './system-user.ts';

const fields = { name: 'Uma User', email: 'uma@hotel.example', mobileNumber: '1', roleId: 1 };

test.each([
  ['+1 (202) 555-0117, 12', true],
  ['020 7946 0958', true],
  ['call Ann', false],
  ['+44 7700 90O142', false],
])('the number %s is one: %s', (mobileNumber, isOne) => {
  expect(systemUserInputSchema.safeParse({ ...fields, mobileNumber }).success).toBe(isOne);
});

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

test('an account is entered by its address and its password, and keeps no hint', () => {
  expect(Object.keys(signInSchema.shape)).toEqual(['email', 'password']);
  expect(Object.keys(systemUserInputSchema.shape)).toEqual([
    ...['name', 'email', 'mobileNumber', 'password', 'roleId', 'isActive', 'assignedHotelIds'],
  ]);
});
