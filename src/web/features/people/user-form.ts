import { fieldsThatDiffer } from '#domain/fields-that-differ.ts';
import type { SystemUser, SystemUserChange, SystemUserInput } from '#domain/people/system-user.ts';

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
 * Returns the values as a new user. Hotels are included only if the role can have hotels and at
 * least one is chosen.
 */
export function inputOf(values: UserValues, hasHotels: boolean): SystemUserInput {
  const { assignedHotelIds, ...fields } = values;
  const chosen = hasHotels && assignedHotelIds.length > 0;
  // In the order of the stored list, because the same hotels chosen in another order are no change.
  const inOrder = assignedHotelIds.toSorted((one, other) => one - other);
  return { ...fields, assignedHotelIds: chosen ? inOrder : null };
}

/**
 * Returns the fields that the person changed since the dialog opened. The server keeps the others as
 * they are stored, because another Admin may have changed them meanwhile. When the new role cannot
 * have hotels, the server removes them.
 */
export function changeOf(
  values: UserValues,
  opened: UserValues,
  hasHotels: boolean,
): SystemUserChange {
  return fieldsThatDiffer(inputOf(opened, hasHotels), inputOf(values, hasHotels));
}
