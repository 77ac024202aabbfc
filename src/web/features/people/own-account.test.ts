import { expect, test } from 'vitest';

import { aUser } from '#test/web-people.ts';
import { whyGuarded } from './own-account.ts';

const own = aUser({ id: 1, role: 'Admin' });
const assessor = aUser({ id: 2, role: 'Assessor' });
const inactive = aUser({ id: 3, role: 'Admin', isActive: false });
const other = aUser({ id: 4, role: 'Admin' });

test('the accounts of other people can be changed', () => {
  for (const user of [assessor, inactive, other])
    expect(whyGuarded(user, [own, assessor, inactive, other], 1)).toBeUndefined();
});

test('with another active Admin, it is they who may change my account', () => {
  expect(whyGuarded(own, [own, other], 1)).toMatch(/Only another Admin/);
});

test('without another active Admin, I am told that I am the last one', () => {
  expect(whyGuarded(own, [own, assessor, inactive], 1)).toMatch(/the last active Admin/);
});
