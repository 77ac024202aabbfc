import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';

import { hotelSchema } from '#domain/hotels/hotel.ts';
import { roleSchema } from '#domain/people/person.ts';
import { settingsSchema, systemUserSchema } from '#domain/people/system-user.ts';
import { call } from '#web/lib/api.ts';

export const usersQuery = queryOptions({
  queryKey: ['system-users'],
  queryFn: ({ signal }) =>
    call({ path: '/api/system-users', schema: z.array(systemUserSchema), signal }),
});

/** The fields of a hotel that an assignment needs. There may be 20,000 hotels. */
const assignableSchema = z.array(
  hotelSchema.pick({
    id: true,
    hotelId: true,
    hotelName: true,
    hotelBrand: true,
    hotelCity: true,
    serviceConsultantId: true,
  }),
);
export type AssignableHotel = z.infer<typeof assignableSchema>[number];

/** The hotels by name. */
export const assignableHotelsQuery = queryOptions({
  queryKey: ['assignable-hotels'],
  queryFn: ({ signal }) => call({ path: '/api/hotels', schema: assignableSchema, signal }),
});

export const rolesQuery = queryOptions({
  queryKey: ['user-roles'],
  queryFn: () => call({ path: '/api/user-roles', schema: z.array(roleSchema) }),
});

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: () => call({ path: '/api/settings', schema: settingsSchema }),
});
