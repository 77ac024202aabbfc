import { sql } from 'kysely';

import { actionsOf, roleDescriptions, roleNames, rolesThat } from '#domain/people/roles.ts';
import { hashPassword, makePassword } from '#server/passwords.ts';
import { inTransaction, lockFor, type Db } from './transaction.ts';

/**
 * What every installation holds: the roles as the table in the domain has them (rule 9), and
 * the row that tells of the installation itself. Runs at every start and changes only what differs.
 */
export function seed(db: Db, given: { defaultUserPassword?: string | undefined }): Promise<void> {
  return inTransaction(db, async (tx) => {
    await seedRoles(tx);
    await seedInstallation(tx, given.defaultUserPassword);
  });
}

async function seedRoles(db: Db): Promise<void> {
  const roles = roleNames.map((name) => ({
    name,
    description: roleDescriptions[name],
    permissions: JSON.stringify(actionsOf[name]),
  }));
  await db
    .insertInto('userRoles')
    .values(roles)
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({
          description: sql`excluded.description`,
          permissions: sql`excluded.permissions`,
          updatedAt: sql`now()`,
        })
        .where(
          sql<boolean>`(user_roles.description, user_roles.permissions)
            is distinct from (excluded.description, excluded.permissions)`,
        ),
    )
    .execute();
}

/** The default password that is set counts; where none is set, the one that was made up stays. */
async function seedInstallation(db: Db, configured: string | undefined): Promise<void> {
  await db
    .insertInto('installation')
    .values({ defaultUserPassword: configured ?? makePassword() })
    .onConflict((conflict) => {
      const known = conflict.column('onlyRow');
      return configured === undefined
        ? known.doNothing()
        : known.doUpdateSet({ defaultUserPassword: configured });
    })
    .execute();
}

/**
 * Makes an administrator where there is none at all (rule 40). Answers the password that it
 * made up, to be shown once and replaced at first sign-in; null where one was given, or where no
 * administrator was needed.
 */
export async function firstAdministrator(
  db: Db,
  { email, password }: { email: string; password?: string | undefined },
): Promise<string | null> {
  return inTransaction(db, async (tx) => {
    await lockFor(tx, 'first administrator');
    const role = await tx
      .selectFrom('userRoles as role')
      .leftJoin('systemUsers as user', 'user.roleId', 'role.id')
      .select(['role.id', 'user.id as administratorId'])
      .where('role.name', 'in', rolesThat('users.manage'))
      // One that somebody has, if any is.
      .orderBy('user.id')
      .limit(1)
      .executeTakeFirstOrThrow();
    if (role.administratorId !== null) return null;
    const initial = password ?? makePassword();
    const madeUp = password === undefined;
    await tx
      .insertInto('systemUsers')
      .values({
        name: 'Administrator',
        email,
        mobileNumber: '',
        passwordHash: await hashPassword(initial),
        mustChangePassword: madeUp,
        roleId: role.id,
      })
      .execute();
    return madeUp ? initial : null;
  });
}
