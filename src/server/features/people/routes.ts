import { z } from 'zod';

import { changesBetween } from '#domain/audit/changes.ts';
import { idParams } from '#domain/identity.ts';
import {
  oneTimePasswordSchema,
  serviceConsultantSchema,
  settingsSchema,
  systemUserChangeSchema,
  systemUserInputSchema,
  systemUserSchema,
  userStatusSchema,
} from '#domain/people/system-user.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import { endSessionsOf, tokenOf } from '#server/http/auth-sessions.ts';
import { defineRoute } from '#server/http/route.ts';
import { defineSharedRead } from '#server/http/shared-read.ts';
import { makePassword } from '#server/passwords.ts';
import { notFound } from '#server/problems.ts';
import { findUserToChange, keepAnAdmin } from './keep-an-admin.ts';
import { presentUser } from './present.ts';
import * as queries from './queries.ts';
import { changeUser, chosenRole, createUser } from './save-user.ts';

const list = defineSharedRead({
  path: '/api/system-users',
  summary: 'Everyone with an account, by name',
  who: 'users.manage',
  answer: z.array(systemUserSchema),
  run: async ({ db }) => (await queries.listUsers(db)).map(presentUser),
});

const create = defineRoute({
  method: 'POST',
  path: '/api/system-users',
  summary:
    'Add a user; without a password they get the default one, which is refused for an Admin. Whatever they are given opens the account for 72 hours, and must be replaced at first sign-in',
  who: 'users.manage',
  audit: 'user.created',
  repeat: 'request-key',
  body: systemUserInputSchema,
  answer: systemUserSchema,
  status: 201,
  run: async ({ db, body, record }) => {
    const roleName = await chosenRole(db, body.roleId);
    const id = await createUser(db, body, roleName);
    await record(id, { name: body.name, role: roleName });
    return presentUser(await existing(db, id));
  },
});

const update = defineRoute({
  method: 'PUT',
  path: '/api/system-users/{id}',
  summary:
    'Change the given fields of a user; what is left out stays as it is. A blank password, or the one they chose, keeps the old one. A new one opens the account for 72 hours, and must be replaced at next sign-in',
  who: 'users.manage',
  audit: 'user.updated',
  repeat: 'own',
  params: idParams,
  body: systemUserChangeSchema,
  answer: systemUserSchema,
  refuses: {
    409: "The change would remove the caller's own rights, or those of the last active Admin.",
  },
  run: async ({ deps, db, request, person, params, body, record }) => {
    const stored = await findUserToChange(db, params.id);
    const { roleId, isActive: isActiveThen = stored.isActive } = body;
    const roleName = roleId === undefined ? stored.roleName : await chosenRole(db, roleId);
    await keepAnAdmin(db, stored, { roleName, isActive: isActiveThen }, person.id);
    const isOwn = stored.id === person.id;
    const ownToken = isOwn ? tokenOf(deps, request) : undefined;
    const { newPassword } = await changeUser(db, stored, body, roleName, ownToken);
    const user = await existing(db, stored.id);
    const { name, email, mobileNumber, roleName: role, isActive, assignedHotelIds } = user;
    const fields = { name, email, mobileNumber, roleName: role, isActive, assignedHotelIds };
    const changes = changesBetween(stored, fields, {
      unkept: ['email', 'mobileNumber', 'assignedHotelIds'],
    });
    if (newPassword) changes['password'] = null;
    await record(stored.id, { name: stored.name, changes });
    return presentUser(user);
  },
});

const setStatus = defineRoute({
  method: 'PUT',
  path: '/api/system-users/{id}/status',
  summary: 'Activate or deactivate a user; deactivating signs them out everywhere',
  who: 'users.manage',
  audit: 'user.status-changed',
  repeat: 'own',
  params: idParams,
  body: userStatusSchema,
  answer: systemUserSchema,
  refuses: {
    409: "The change would remove the caller's own rights, or those of the last active Admin.",
  },
  run: async ({ db, person, params, body: { isActive }, record }) => {
    const stored = await findUserToChange(db, params.id);
    await keepAnAdmin(db, stored, { ...stored, isActive }, person.id);
    await queries.updateUser(db, stored.id, { isActive });
    if (!isActive) await endSessionsOf(db, stored.id);
    await record(stored.id, { name: stored.name, did: isActive ? 'activated' : 'deactivated' });
    return presentUser(await existing(db, stored.id));
  },
});

const remove = defineRoute({
  method: 'DELETE',
  path: '/api/system-users/{id}',
  summary: 'Delete a user and their sessions; what they did stays',
  who: 'users.manage',
  audit: 'user.deleted',
  repeat: 'own',
  params: idParams,
  answer: z.null(),
  status: 204,
  refuses: {
    409: "It is the caller's own account, or that of the last active Admin.",
  },
  run: async ({ db, person, params, record }) => {
    const stored = await findUserToChange(db, params.id);
    await keepAnAdmin(db, stored, null, person.id);
    await queries.deleteUser(db, stored.id);
    await record(stored.id, { name: stored.name, role: stored.roleName });
    return null;
  },
});

async function existing(db: Db, id: number): Promise<queries.UserRow> {
  const user = await queries.findUser(db, id);
  if (!user) throw notFound('The user');
  return user;
}

const makeOneTimePassword = defineRoute({
  method: 'POST',
  path: '/api/one-time-passwords',
  summary: 'Generate a password to give to a user; it is returned once and not stored',
  who: 'users.manage',
  audit: { none: 'nothing is stored: giving the password to somebody is an event' },
  repeat: 'own',
  answer: oneTimePasswordSchema,
  run: async () => ({ password: makePassword() }),
});

const consultants = defineRoute({
  method: 'GET',
  path: '/api/service-consultants',
  summary: 'Ids and names of Service Consultants, by name',
  who: 'consultants.read',
  answer: z.array(serviceConsultantSchema),
  run: async ({ db }) => queries.listConsultants(db),
});

const settings = defineRoute({
  method: 'GET',
  path: '/api/settings',
  summary: 'What Admins may know about the installation',
  who: 'settings.read',
  answer: settingsSchema,
  run: async ({ db }) => ({ defaultUserPassword: await queries.defaultUserPassword(db) }),
});

export const peopleRoutes = [
  list,
  create,
  update,
  setStatus,
  remove,
  makeOneTimePassword,
  consultants,
  settings,
];
