import { sql } from 'kysely';

import type { RoleName } from '#domain/people/roles.ts';
import { hashPassword, verifyPassword } from '#server/passwords.ts';
import type { Db, Tx } from '#server/db/statements/transaction.ts';
import { day, iso } from './moments.ts';

const password = 'bellwether-demo';

type Planned = {
  name: string;
  email: string;
  role: RoleName;
  /** From the ranges reserved for fiction, so that the number belongs to nobody. */
  mobileNumber: string;
  isActive: boolean;
  /** How many days ago the person joined, and last signed in. */
  joined: number;
  lastLogin: number;
};

/** The people. The first three are the demonstration accounts, which the server prints at start. */
const planned = {
  admin: {
    name: 'Margaret Ashdown',
    email: 'admin@bellwether.example',
    role: 'Admin',
    mobileNumber: '+44 7700 900142',
    isActive: true,
    joined: 800,
    lastLogin: 0.2,
  },
  assessor: {
    name: 'Tomas Lindqvist',
    email: 'assessor@bellwether.example',
    role: 'Assessor',
    mobileNumber: '+1 202 555 0117',
    isActive: true,
    joined: 796,
    lastLogin: 0.4,
  },
  consultant: {
    name: 'Priya Raman',
    email: 'consultant@bellwether.example',
    role: 'Service Consultant',
    mobileNumber: '+44 7700 900317',
    isActive: true,
    joined: 431,
    lastLogin: 0.3,
  },
  secondAdmin: {
    name: 'Robert Kelleher',
    email: 'robert.kelleher@bellwether.example',
    role: 'Admin',
    mobileNumber: '+1 202 555 0164',
    isActive: true,
    joined: 398,
    lastLogin: 6.1,
  },
  secondAssessor: {
    name: 'Hannah Weiss',
    email: 'hannah.weiss@bellwether.example',
    role: 'Assessor',
    mobileNumber: '+44 7700 900588',
    isActive: true,
    joined: 402,
    lastLogin: 1.3,
  },
  americasConsultant: {
    name: 'Daniel Okafor',
    email: 'daniel.okafor@bellwether.example',
    role: 'Service Consultant',
    mobileNumber: '+1 202 555 0139',
    isActive: true,
    joined: 420,
    lastLogin: 0.9,
  },
  latinConsultant: {
    name: 'Inês Carvalho',
    email: 'ines.carvalho@bellwether.example',
    role: 'Service Consultant',
    mobileNumber: '+44 7700 900871',
    isActive: true,
    joined: 415,
    lastLogin: 2.2,
  },
  formerConsultant: {
    name: 'Yuki Tanabe',
    email: 'yuki.tanabe@bellwether.example',
    role: 'Service Consultant',
    mobileNumber: '+61 491 570 156',
    isActive: false,
    joined: 410,
    lastLogin: 74,
  },
} as const satisfies Record<string, Planned>;

/** The accounts for trying the product, with their password. The server prints them at start. */
export const demonstrationAccounts = [planned.admin, planned.assessor, planned.consultant].map(
  ({ email, role }) => ({ email, role, password }),
);

export type PersonKey = keyof typeof planned;

export type DemonstrationPerson = {
  id: number;
  name: string;
  /** Milliseconds since 1970, or Infinity. From then on, the person conducts no interviews. */
  leftAt: number;
};
/** True when somebody who has read the demonstration's password can sign in with it. */
export async function canAnyoneSignIn(db: Db): Promise<boolean> {
  const emails = Object.values<Planned>(planned).map(({ email }) => email);
  const accounts = await db
    .selectFrom('systemUsers')
    .select('passwordHash')
    .distinct()
    .where(sql<string>`lower(email)`, 'in', emails)
    .where('isActive', '=', true)
    .execute();
  for (const { passwordHash } of accounts)
    if (await verifyPassword(passwordHash, password)) return true;
  return false;
}

export type DemonstrationPeople = Record<PersonKey, DemonstrationPerson>;

export async function insertPeople(tx: Tx, now: number): Promise<DemonstrationPeople> {
  const roles = await tx.selectFrom('userRoles').select(['id', 'name']).execute();
  const idOfRole = new Map(roles.map((role) => [role.name, role.id]));
  const passwordHash = await hashPassword(password);
  const people = Object.values<Planned>(planned);
  await tx
    .insertInto('systemUsers')
    .values(
      people.map(({ role, joined, lastLogin, ...person }) => ({
        ...person,
        passwordHash,
        roleId: idOfRole.get(role) ?? 0,
        lastLogin: iso(now - lastLogin * day),
        createdAt: iso(now - joined * day),
        updatedAt: iso(now - (person.isActive ? joined : lastLogin - 1) * day),
      })),
    )
    // Accounts that exist already, such as the first administrator, stay unchanged.
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
    .execute();
  const emails = people.map((person) => person.email);
  const rows = await tx
    .selectFrom('systemUsers')
    .select(['id', sql<string>`lower(email)`.as('email')])
    .where(sql`lower(email)`, 'in', emails)
    .execute();
  const idOf = new Map(rows.map((row) => [row.email, row.id]));
  const known = Object.entries<Planned>(planned).map(([key, { name, email, ...person }]) => [
    key,
    {
      id: idOf.get(email) ?? 0,
      name,
      leftAt: person.isActive ? Infinity : now - person.lastLogin * day,
    },
  ]);
  return Object.fromEntries(known) as DemonstrationPeople;
}
