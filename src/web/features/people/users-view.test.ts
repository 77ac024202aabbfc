import { expect, test } from 'vitest';

import { aUser } from '#test/web-people.ts';
import { usersIn, usersViewSchema } from './users-view.ts';

const users = [
  aUser({ id: 1, name: 'Zoë Ashdown', email: 'zoe@hotel.example', role: 'Admin' }),
  aUser({ id: 2, name: 'Ann Zander', mobileNumber: '+44 7700 900142', role: 'Assessor' }),
  aUser({ id: 3, name: 'Ben Ash', email: 'ben@inn.example', role: 'Service Consultant' }),
];

test.each([
  ['', [1, 2, 3]],
  ['search=ash', [1, 3]],
  ['search=ASH+inn', [3]],
  ['search=ash+zander', []],
  ['search=+7700+', [2]],
  ['search=hotel.example', [1, 2]],
  ['role=Assessor', [2]],
  ['role=Admin&search=ash', [1]],
  ['role=Admin&search=ben', []],
])('the address "%s" shows %j', (address, expected) => {
  const view = usersViewSchema.parse(Object.fromEntries(new URLSearchParams(address)));
  expect(usersIn(view, users).map(({ id }) => id)).toEqual(expected);
});
