import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

import type { RoleName } from '#domain/people/roles.ts';
import type { Created, Json, JsonDefault, Moment } from './column-types.ts';

// The tables of people, their sign-ins and their devices. See `schema.ts`.

export type SealingKeyTable = {
  onlyRow: Generated<boolean>;
  publicKey: string;
  privateKey: string;
  createdAt: Created;
};

export type DevicesTable = {
  tokenHash: Buffer;
  userId: number;
  userName: string;
  label: string;
  waiting: Generated<number>;
  waitingSince: ColumnType<string | null, undefined, string | null>;
  /** How many files of which interview wait there, by the interview's client id. */
  files: JsonDefault<Record<string, number>>;
  reportedAt: ColumnType<string, undefined, string>;
};

export type UserRolesTable = {
  id: GeneratedAlways<number>;
  name: RoleName;
  description: string;
  permissions: Json<string[]>;
  createdAt: Created;
  updatedAt: Moment;
};

export type SystemUsersTable = {
  id: GeneratedAlways<number>;
  name: string;
  email: string;
  mobileNumber: string;
  passwordHash: string;
  mustChangePassword: Generated<boolean>;
  passwordGivenAt: string | null;
  hasDefaultPassword: Generated<boolean>;
  roleId: number;
  isActive: Generated<boolean>;
  lastLogin: string | null;
  createdAt: Created;
  updatedAt: Moment;
};

export type AuthSessionsTable = {
  tokenHash: Buffer;
  userId: number;
  userAgent: Generated<string>;
  createdAt: Created;
  lastSeenAt: Moment;
  expiresAt: string;
};

export type SignInFailuresTable = {
  guesser: Buffer;
  failures: number;
  lastFailureAt: Moment;
  blockedUntil: string | null;
};

export type RequestKeysTable = {
  userId: number;
  key: string;
  route: string;
  requestDigest: Buffer;
  status: number;
  answer: ColumnType<unknown, string, never>;
  createdAt: Created;
};
