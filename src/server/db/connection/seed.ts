import { sql } from 'kysely';

import { actionsOf, roleDescriptions, roleNames, rolesThat } from '#domain/people/roles.ts';
import { hashPassword, makePassword } from '#server/passwords.ts';
import { inTransaction, lockFor, type Db } from '#server/db/statements/transaction.ts';

/**
 * Stores what every installation has: the roles of the domain's table (rule 9), and the row about
 * the installation itself. It runs at every start and changes only what differs.
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

/** Stores the configured default password. When none is configured, keeps the generated one. */
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
 * Creates an administrator when there is none (rule 40). Returns the password that it generated, to
 * be shown once and replaced at first sign-in. Returns null when the caller gave a password, or an
 * administrator exists.
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
      // Sorts a role that somebody has before the roles that nobody has.
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
