import { z } from 'zod';

import { idParams } from '#domain/identity.ts';
import { deviceName } from '#domain/people/device-name.ts';
import {
  deviceAccountSchema,
  deviceRegistrationSchema,
  deviceReportSchema,
  openedEndedKeySchema,
  openedKeySchema,
  openEndedKeySchema,
  openKeySchema,
  waitingDeviceSchema,
} from '#domain/sync/device.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import { defineRoute } from '#server/http/route.ts';
import { invalid, notFound, ProblemError } from '#server/problems.ts';
import * as queries from './queries.ts';
import { openKey, publicKey } from './sealing-key.ts';

const register = defineRoute({
  method: 'POST',
  path: '/api/devices',
  summary: 'Give this device a token for reports, and the key that encrypts its data at sign-out',
  who: 'signed-in',
  audit: { none: 'each new browser asks once; signing in on it is recorded' },
  repeat: 'own',
  noTransaction: 'making the key takes long, and each statement stands for itself',
  answer: deviceRegistrationSchema,
  status: 201,
  run: async ({ db, person, request }) => ({
    token: await queries.registerDevice(
      db,
      person,
      deviceName(request.headers['user-agent'] ?? ''),
    ),
    publicKey: await publicKey(db),
  }),
});

const report = defineRoute({
  method: 'POST',
  path: '/api/devices/report',
  summary: 'Report how many interviews wait on a device; returns whether the account has ended',
  who: 'anyone',
  audit: { none: 'a device says so at each contact' },
  repeat: 'own',
  noTransaction: 'one look, and one statement where it says something new',
  body: deviceReportSchema,
  answer: deviceAccountSchema,
  run: async ({ db, body }) => ({ account: await queries.noteReport(db, body) }),
});

const open = defineRoute({
  method: 'POST',
  path: '/api/devices/open-key',
  summary: 'Decrypt the key with which a device encrypted the caller’s own work',
  who: 'signed-in',
  audit: { none: 'one’s own work, at one’s own sign-in, which is recorded' },
  repeat: 'own',
  noTransaction: 'it only reads',
  body: openKeySchema,
  answer: openedKeySchema,
  run: async ({ db, person, body }) => ({ key: await opened(db, person.id, body.wrappedKey) }),
});

const openEnded = defineRoute({
  method: 'POST',
  path: '/api/system-users/{id}/open-device-key',
  summary: 'Decrypt the key of work on a device whose owner’s account has ended',
  who: 'responses.import',
  audit: 'user.work-opened',
  repeat: 'own',
  params: idParams,
  body: openEndedKeySchema,
  answer: openedEndedKeySchema,
  refuses: {
    409: 'The account is active: only its owner may open the key.',
  },
  run: async ({ db, params, body: { wrappedKey }, record }) => {
    const owner = await queries.findEndedOwner(db, params.id);
    if (!owner) throw notFound('The user');
    if (owner === 'active')
      throw new ProblemError(
        'conflict',
        'This account is active: its interviews are sent when their owner signs in on the device.',
      );
    const key = wrappedKey === null ? null : await opened(db, owner.id, wrappedKey);
    await record(owner.id, { name: owner.name });
    return { key, owner };
  },
});

async function opened(db: Db, userId: number, wrappedKey: string): Promise<string> {
  const key = await openKey(db, userId, wrappedKey);
  if (key !== null) return key;
  throw invalid(
    'wrappedKey',
    'This work was locked for another person, or by another installation.',
  );
}

const waiting = defineRoute({
  method: 'GET',
  path: '/api/devices/waiting',
  summary: 'Devices on which interviews wait, and whose they are',
  who: 'users.manage',
  answer: z.array(waitingDeviceSchema),
  run: async ({ db }) => queries.listWaiting(db),
});

export const deviceRoutes = [register, report, open, openEnded, waiting];
