import { afterEach, beforeEach, expect, test } from 'vitest';

import { actionsOf, roleDescriptions, roleNames } from '#domain/people/roles.ts';
import { verifyPassword } from '#server/passwords.ts';
import { openTestDatabase } from '#test/database/test-database.ts';
import type { OpenDatabase } from './connect.ts';
import { firstAdministrator, seed } from './seed.ts';

let database: OpenDatabase;
beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.close());

const roles = () => database.db.selectFrom('userRoles').selectAll().orderBy('id').execute();
const installation = () =>
  database.db.selectFrom('installation').selectAll().executeTakeFirstOrThrow();

const email = 'first@hotel.example';
const administrators = () =>
  database.db
    .selectFrom('systemUsers')
    .innerJoin('userRoles', 'userRoles.id', 'systemUsers.roleId')
    .select(['email', 'userRoles.name as role', 'passwordHash', 'mustChangePassword', 'isActive'])
    .execute();

test('a start changes nothing of what is right', async () => {
  const before = { roles: await roles(), installation: await installation() };
  await seed(database.db, {});
  expect({ roles: await roles(), installation: await installation() }).toEqual(before);
});

test('roles are as the table of the domain has them', async () => {
  await database.pool.query(
    `update user_roles set permissions = '["everything"]', description = 'Old words' where name = 'Assessor'`,
  );
  await seed(database.db, {});
  expect(await roles()).toMatchObject(
    roleNames.map((name) => ({
      name,
      description: roleDescriptions[name],
      permissions: actionsOf[name],
    })),
  );
});

test('the default password is the one in the settings', async () => {
  await seed(database.db, { defaultUserPassword: 'another-default' });
  expect((await installation()).defaultUserPassword).toBe('another-default');
});

test('without a setting, the default password is made up once and kept', async () => {
  await database.pool.query('delete from installation');
  await seed(database.db, {});
  const { defaultUserPassword } = await installation();
  expect(defaultUserPassword).toMatch(/^([a-z]{4}-){3}[a-z]{4}$/);
  await seed(database.db, {});
  expect((await installation()).defaultUserPassword).toBe(defaultUserPassword);
});

test('the first administrator gets a password that is shown once and must be replaced', async () => {
  const password = await firstAdministrator(database.db, { email });
  const [made, ...more] = await administrators();
  expect(more).toEqual([]);
  expect(made).toMatchObject({ email, role: 'Admin', mustChangePassword: true, isActive: true });
  expect(await verifyPassword(made?.passwordHash, password ?? '')).toBe(true);
});

test('the first administrator can keep a password that was given', async () => {
  const password = 'long enough by far';
  expect(await firstAdministrator(database.db, { email, password })).toBeNull();
  const [made] = await administrators();
  expect(made).toMatchObject({ mustChangePassword: false });
  expect(await verifyPassword(made?.passwordHash, password)).toBe(true);
});

test('is made once, also by two starts at the same moment', async () => {
  const made = await Promise.all([
    firstAdministrator(database.db, { email }),
    firstAdministrator(database.db, { email: 'second@hotel.example' }),
  ]);
  expect(made.filter((password) => password !== null)).toHaveLength(1);
  expect(await firstAdministrator(database.db, { email: 'third@hotel.example' })).toBeNull();
  expect(await administrators()).toHaveLength(1);
});
