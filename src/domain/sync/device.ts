import { z } from 'zod';

import { clientIdField } from './client-id.ts';

/**
 * The contract between the server and a device that stores a person's work (rule 45). The device's
 * side is in `web/offline/seal/seal.ts`.
 */

/** 256 random bits, base64url. The token proves that this person was signed in on the device. */
const deviceToken = z
  .string()
  .length(43)
  .regex(/^[\w-]+$/);

/**
 * The most interviews whose files a device reports. The call asks for no sign-in and so takes no more
 * than 16 KB, which is as much as these need.
 */
export const mostReported = 200;

const notLocked = 'This is not a key that a device has locked';
/** RSA-OAEP ciphertext of a 3072-bit key, in base64. */
const wrappedKeyField = z
  .string()
  .length(512, notLocked)
  .regex(/^[A-Za-z0-9+/]+$/, notLocked);

/** The reply of POST /api/devices: what a device gets once, while its person is signed in. */
export const deviceRegistrationSchema = z.object({
  token: deviceToken,
  publicKey: z.string().describe("The installation's public key as SPKI in base64."),
});

/**
 * The body of POST /api/devices/report, with which a device reports how many interviews wait on it.
 * It needs no session: the server relies on the token alone. For a token that it never issued it
 * returns `unknown`.
 */
export const deviceReportSchema = z.strictObject({
  token: deviceToken,
  waiting: z.int().min(0).max(100_000),
  files: z
    .array(z.strictObject({ interview: clientIdField, count: z.int().min(1).max(1_000) }))
    .max(mostReported, `A device can report files of at most ${mostReported} interviews`)
    .default([])
    .describe('How many files of which interviews wait there.'),
});
export type DeviceReport = z.input<typeof deviceReportSchema>;

/** The reply of POST /api/devices/report. `ended`: the account was deactivated or deleted. */
export const deviceAccountSchema = z.object({ account: z.enum(['active', 'ended', 'unknown']) });

/**
 * The body of POST /api/devices/open-key. Returns 400 at `wrappedKey` when it was encrypted for
 * somebody else.
 */
export const openKeySchema = z.strictObject({ wrappedKey: wrappedKeyField });
export type OpenKey = z.infer<typeof openKeySchema>;
/** The reply of POST /api/devices/open-key: the AES-GCM key, 256 bits, in base64. */
export const openedKeySchema = z.object({ key: z.string() });

/**
 * The body of POST /api/system-users/{id}/open-device-key, for the work of a person whose account
 * has ended. `wrappedKey` is null when the device holds the work unencrypted and only needs to know
 * whose it is. Returns 404 when nobody had this id, and 409 while the account is active, because
 * then only its owner may open the work.
 */
export const openEndedKeySchema = z.strictObject({ wrappedKey: wrappedKeyField.nullable() });
export type OpenEndedKey = z.infer<typeof openEndedKeySchema>;
export const openedEndedKeySchema = z.object({
  key: z.string().nullable(),
  owner: z
    .object({ id: z.int(), name: z.string(), email: z.string() })
    .describe(
      'The owner, named as in the file of POST /api/responses/import. The e-mail address of a deleted account is empty.',
    ),
});

/**
 * One device in the reply of GET /api/devices/waiting, which lists devices with waiting interviews,
 * the oldest first.
 */
export const waitingDeviceSchema = z.object({
  userId: z.int(),
  userName: z.string(),
  account: z.enum(['active', 'deactivated', 'deleted']),
  device: z.string().describe('The browser and what it runs on.'),
  waiting: z.int(),
  since: z.iso.datetime(),
  reportedAt: z.iso.datetime(),
});
export type WaitingDevice = z.infer<typeof waitingDeviceSchema>;

/**
 * Returns the label with which RSA-OAEP encrypts a sealing key. Decryption fails with another
 * person's label, so an encrypted key opens for one person only, no matter who brings it to the
 * server.
 */
export function keyLabel(userId: number): string {
  return `bellwether sealed work of user ${userId}`;
}

/** Returns what AES-GCM authenticates besides a record's bytes, so that nobody can swap records. */
export function recordLabel(userId: number, kind: string, clientId: string): string {
  return `${userId} ${kind} ${clientId}`;
}

/**
 * Returns a person's initials: "A. R." for "Anna Rossi". Colleagues recognise them, and anybody may
 * open the page that shows them.
 */
export function initialsOf(name: string): string {
  const initials = name.match(/(?<!\S)\S/gu) ?? ['?'];
  return initials.map((initial) => `${initial.toUpperCase()}.`).join(' ');
}
