import { expect, test } from 'vitest';

import { systemUserInputSchema } from '#domain/people/system-user.ts';
import { aUser } from '#test/web-people.ts';
import { inputOf, valuesOf } from './user-form.ts';

const consultant = aUser({ role: 'Service Consultant', assignedHotelIds: [3, 5] });

test('someone new is active, with no role and nothing filled in', () => {
  const values = valuesOf(undefined);
  expect(values).toMatchObject({ name: '', roleId: 0, isActive: true, assignedHotelIds: [] });
  const { error } = systemUserInputSchema.safeParse(inputOf(values, false));
  expect(error?.issues.map(({ message }) => message)).toEqual([
    'Name is required',
    'Please enter a valid email address',
    'Mobile Number is required',
    'Role is required',
  ]);
});

test('a known one is sent back as they are, with no password', () => {
  const input = systemUserInputSchema.parse(inputOf(valuesOf(consultant), true));
  const { name, email, mobileNumber, roleId, isActive, assignedHotelIds } = consultant;
  expect(input).toEqual({
    ...{ name, email, mobileNumber, roleId, isActive, assignedHotelIds },
    password: '',
  });
});

test('hotels are null where none is chosen or the role has none', () => {
  const values = valuesOf(consultant);
  expect(inputOf({ ...values, assignedHotelIds: [] }, true).assignedHotelIds).toBeNull();
  expect(inputOf(values, false).assignedHotelIds).toBeNull();
});
