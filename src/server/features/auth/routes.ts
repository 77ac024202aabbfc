import { z } from 'zod';

import { personSchema, roleSchema, type Person } from '#domain/people/person.ts';
import { changePasswordSchema, signInSchema } from '#domain/people/sign-in.ts';
import type { Deps } from '#server/deps.ts';
import { endSession, tokenOf } from '#server/http/auth-sessions.ts';
import { defineRoute } from '#server/http/route.ts';
import { changePassword } from './change-password.ts';
import { ownSessionRoutes } from './own-sessions.ts';
import * as queries from './queries.ts';
import { clearSessionCookie, setSessionCookie } from './session-cookie.ts';
import { signIn } from './sign-in.ts';

/** Adds the settings that the screens need to the signed-in person. */
const withSettings = ({ config }: Deps, person: Person): Person => ({
  ...person,
  portfolioLine: config.portfolioLine,
  exitMeeting: {
    showsScore: config.exitScore,
    actionDays: config.actionDays,
    criticalActionDays: config.criticalActionDays,
    timeZone: config.timeZone,
  },
});

const login = defineRoute({
  method: 'POST',
  path: '/api/auth/login',
  summary: 'Sign in: sets the session cookie and returns the signed-in person',
  who: 'anyone',
  audit: { none: 'the act appends user.signed-in or user.sign-in-refused itself' },
  repeat: 'own',
  noTransaction: 'a refused attempt is counted, which a transaction that fails would undo',
  body: signInSchema,
  answer: personSchema,
  refuses: {
    401: 'The e-mail address or the password is wrong, or the account is inactive.',
    429: 'There were too many failures; `retry-after` says when to try again.',
  },
  run: async ({ deps, request, reply, body }) => {
    const { person, token } = await signIn(deps, body, {
      address: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
      token: tokenOf(deps, request),
    });
    setSessionCookie({ deps, request, reply }, token);
    return withSettings(deps, person);
  },
});

const logout = defineRoute({
  method: 'POST',
  path: '/api/auth/logout',
  summary: 'Sign out: ends the session, if there is one',
  who: 'anyone',
  audit: 'user.signed-out',
  repeat: 'own',
  answer: z.null(),
  status: 204,
  run: async ({ deps, db, request, reply, person, record }) => {
    const token = tokenOf(deps, request);
    if (token !== undefined) await endSession(db, token);
    if (person) await record(person.id, { name: person.name });
    clearSessionCookie({ deps, request, reply });
    return null;
  },
});

const me = defineRoute({
  method: 'GET',
  path: '/api/auth/me',
  summary: 'Who is signed in, and what they may do',
  who: 'signed-in',
  beforeOwnPassword: true,
  answer: personSchema,
  run: async ({ deps, person }) => withSettings(deps, person),
});

const password = defineRoute({
  method: 'POST',
  path: '/api/auth/password',
  summary: "Choose one's own password; ends all of one's sessions and begins a new one here",
  who: 'signed-in',
  beforeOwnPassword: true,
  audit: { none: 'the act appends user.password-changed itself' },
  repeat: 'own',
  noTransaction: 'a wrong current password is counted, which a transaction that fails would undo',
  body: changePasswordSchema,
  answer: personSchema,
  refuses: {
    409: 'The password was changed meanwhile.',
    429: 'There were too many failures; `retry-after` says when to try again.',
  },
  run: async ({ deps, request, reply, person, body }) => {
    const changed = await changePassword(deps, person, body, {
      address: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
    });
    setSessionCookie({ deps, request, reply }, changed.token);
    return withSettings(deps, changed.person);
  },
});

const roles = defineRoute({
  method: 'GET',
  path: '/api/user-roles',
  summary: 'The roles and what each may do',
  who: 'roles.read',
  answer: z.array(roleSchema),
  run: async ({ db }) => queries.listRoles(db),
});

export const authRoutes = [login, logout, me, password, ...ownSessionRoutes, roles];
