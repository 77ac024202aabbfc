import type { SystemUser, SystemUserInput } from '#domain/people/system-user.ts';

/** What stands in the dialog. */
export type UserValues = {
  name: string;
  email: string;
  mobileNumber: string;
  /** Blank gives the default one to a new user, and keeps the old one of a known one. */
  password: string;
  /** 0 is unselected. */
  roleId: number;
  isActive: boolean;
  assignedHotelIds: number[];
};

/** As it opens: a user's own, or that of someone new. */
export function valuesOf(user: SystemUser | undefined): UserValues {
  return {
    name: user?.name ?? '',
    email: user?.email ?? '',
    mobileNumber: user?.mobileNumber ?? '',
    password: '',
    roleId: user?.roleId ?? 0,
    isActive: user?.isActive ?? true,
    assignedHotelIds: user?.assignedHotelIds ?? [],
  };
}

/** What is sent. Hotels go along only where the role has any and one is chosen. */
export function inputOf(values: UserValues, hasHotels: boolean): SystemUserInput {
  const { assignedHotelIds, ...fields } = values;
  const chosen = hasHotels && assignedHotelIds.length > 0;
  return { ...fields, assignedHotelIds: chosen ? assignedHotelIds : null };
}
