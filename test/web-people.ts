import { roleNames, type RoleName } from '#domain/people/roles.ts';
import type { SystemUser } from '#domain/people/system-user.ts';
import type { AssignableHotel } from '#web/features/people/read-users.ts';

const moment = '2026-03-31T09:00:00.000Z';

/** Returns a user as the server sends it. Fields that a test leaves out get defaults. */
export function aUser({
  role = 'Assessor',
  ...given
}: Partial<Omit<SystemUser, 'role' | 'roleId'>> & { role?: RoleName }): SystemUser {
  const roleId = roleNames.indexOf(role) + 1;
  return {
    id: 1,
    name: 'Uma User',
    email: 'uma@hotel.example',
    mobileNumber: '+1 202 555 0199',
    roleId,
    role: { id: roleId, name: role },
    assignedHotelIds: null,
    isActive: true,
    mustChangePassword: false,
    passwordUntil: null,
    lastLogin: null,
    createdAt: moment,
    updatedAt: moment,
    ...given,
  };
}

/** Returns a hotel as the user dialog knows it. */
export function aHotelToAssign(given: Partial<AssignableHotel>): AssignableHotel {
  return {
    id: 1,
    hotelId: 'H1',
    hotelName: 'Harbour House',
    hotelBrand: 'Brackenholm',
    hotelCity: 'Boston',
    serviceConsultantId: null,
    ...given,
  };
}
