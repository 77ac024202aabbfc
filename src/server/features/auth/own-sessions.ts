import { z } from 'zod';

import { deviceName } from '#domain/people/device-name.ts';
import { ownSessionParams, ownSessionSchema } from '#domain/people/sign-in.ts';
import {
  endSessionOf,
  endSessionsOf,
  listSessionsOf,
  tokenOf,
} from '#server/http/auth-sessions.ts';
import { defineRoute } from '#server/http/route.ts';
import { notFound } from '#server/problems.ts';

const list = defineRoute({
  method: 'GET',
  path: '/api/auth/sessions',
  summary: "The caller's own sessions",
  who: 'signed-in',
  answer: z.array(ownSessionSchema),
  run: async ({ deps, db, request, person }) => {
    const sessions = await listSessionsOf(db, person.id, tokenOf(deps, request) ?? '');
    return sessions.map(({ userAgent, ...session }) => ({
      ...session,
      device: deviceName(userAgent),
    }));
  },
});

const end = defineRoute({
  method: 'DELETE',
  path: '/api/auth/sessions/{id}',
  summary: "End one of the caller's own sessions",
  who: 'signed-in',
  audit: 'user.session-ended',
  repeat: 'own',
  params: ownSessionParams,
  answer: z.null(),
  status: 204,
  run: async ({ db, person, params, record }) => {
    const ended = await endSessionOf(db, person.id, params.id);
    if (!ended) throw notFound('The session');
    await record(person.id, { name: person.name, device: deviceName(ended.userAgent) });
    return null;
  },
});

const endOthers = defineRoute({
  method: 'POST',
  path: '/api/auth/sessions/end-others',
  summary: "End all of the caller's own sessions except this one",
  who: 'signed-in',
  audit: 'user.other-sessions-ended',
  repeat: 'own',
  answer: z.null(),
  status: 204,
  run: async ({ deps, db, request, person, record }) => {
    const ended = await endSessionsOf(db, person.id, tokenOf(deps, request));
    if (ended > 0) await record(person.id, { name: person.name });
    return null;
  },
});

export const ownSessionRoutes = [list, end, endOthers];
