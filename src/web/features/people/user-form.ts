import type { SystemUser, SystemUserInput } from '#domain/people/system-user.ts';

/** The values of the dialog's fields. */
export type UserValues = {
  name: string;
  email: string;
  mobileNumber: string;
  /** Blank means the default password for a new user, and no change for an existing one. */
  password: string;
  /** 0 means that no role is selected. */
  roleId: number;
  isActive: boolean;
  assignedHotelIds: number[];
};

/** Returns the values with which the dialog opens, for an existing or a new user. */
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

/**
 * Returns what is sent. Hotels are included only if the role can have hotels and at least one is
 * chosen.
 */
export function inputOf(values: UserValues, hasHotels: boolean): SystemUserInput {
  const { assignedHotelIds, ...fields } = values;
  const chosen = hasHotels && assignedHotelIds.length > 0;
  return { ...fields, assignedHotelIds: chosen ? assignedHotelIds : null };
}
