import { describe, expect, test } from 'vitest';

import { systemUserInputSchema } from '#domain/people/system-user.ts';
import { aUser } from '#test/web-people.ts';
import { changeOf, inputOf, valuesOf, type UserValues } from './user-form.ts';

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

describe('of a known one', () => {
  const opened = valuesOf(consultant);
  const change = (fields: Partial<UserValues>, hasHotels = true) =>
    changeOf({ ...opened, ...fields }, opened, hasHotels);

  test('only what was changed is sent', () => {
    expect(change({})).toEqual({});
    expect(change({ mobileNumber: '+1 555 0101' })).toEqual({ mobileNumber: '+1 555 0101' });
    expect(change({ password: 'lighthouse keeper', isActive: false })).toEqual({
      password: 'lighthouse keeper',
      isActive: false,
    });
  });

  test('the hotels are sent when others are chosen', () => {
    expect(change({ assignedHotelIds: [5, 3] })).toEqual({});
    expect(change({ assignedHotelIds: [5, 4, 3] })).toEqual({ assignedHotelIds: [3, 4, 5] });
    expect(change({ assignedHotelIds: [] })).toEqual({ assignedHotelIds: null });
  });

  test('a role without hotels leaves them to the server', () => {
    expect(change({ roleId: 9 }, false)).toEqual({ roleId: 9 });
  });
});

test('hotels are null where none is chosen or the role has none', () => {
  const values = valuesOf(consultant);
  expect(inputOf({ ...values, assignedHotelIds: [] }, true).assignedHotelIds).toBeNull();
  expect(inputOf(values, false).assignedHotelIds).toBeNull();
});
