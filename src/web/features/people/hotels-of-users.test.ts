import { expect, test } from 'vitest';

import { aHotelToAssign } from '#test/web-people.ts';
import { hotelsOfUsers } from './hotels-of-users.ts';

const hotels = [
  aHotelToAssign({ id: 30, serviceConsultantId: 1 }),
  aHotelToAssign({ id: 10 }),
  aHotelToAssign({ id: 20, serviceConsultantId: 2 }),
  aHotelToAssign({ id: 40 }),
];

test('by the list and by the hotel itself, each once, in the order of the hotels', () => {
  const found = hotelsOfUsers(
    [
      { id: 1, assignedHotelIds: [10, 20, 30] },
      { id: 2, assignedHotelIds: null },
      { id: 3, assignedHotelIds: null },
    ],
    hotels,
  );
  const ids = (userId: number) => found.get(userId)?.map(({ id }) => id);
  expect(ids(1)).toEqual([30, 10, 20]);
  expect(ids(2)).toEqual([20]);
  expect(ids(3)).toBeUndefined();
});

test('a hotel that is gone is left out', () => {
  expect(hotelsOfUsers([{ id: 1, assignedHotelIds: [99] }], hotels).get(1)).toHaveLength(1);
});
