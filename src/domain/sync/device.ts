import { z } from 'zod';

/**
 * The contract between a device that keeps somebody's work and the server (rule 45). What a device
 * does with it is `web/offline/seal.ts`.
 */

/** 256 random bits, base64url: proves that the device was this person's while they were signed in. */
const deviceToken = z
  .string()
  .length(43)
  .regex(/^[\w-]+$/);

const notLocked = 'This is not a key that a device has locked';
/** RSA-OAEP ciphertext of a 3072-bit key, in base64. */
const wrappedKeyField = z
  .string()
  .length(512, notLocked)
  .regex(/^[A-Za-z0-9+/]+$/, notLocked);

/** POST /api/devices: what a device is given once, while its person is signed in. */
export const deviceRegistrationSchema = z.object({
  token: deviceToken,
  publicKey: z.string().describe("The installation's public key: SPKI, in base64."),
});

/**
 * POST /api/devices/report, also without a session: how many interviews wait on the device. The
 * token is all that is believed; a token that nobody was given is answered `unknown`.
 */
export const deviceReportSchema = z.strictObject({
  token: deviceToken,
  waiting: z.int().min(0).max(100_000),
});
export type DeviceReport = z.infer<typeof deviceReportSchema>;

/** `ended`: the account whose device this is was deactivated or deleted. */
export const deviceAccountSchema = z.object({ account: z.enum(['active', 'ended', 'unknown']) });

/** POST /api/devices/open-key. 400 at `wrappedKey` where it was locked for somebody else. */
export const openKeySchema = z.strictObject({ wrappedKey: wrappedKeyField });
export type OpenKey = z.infer<typeof openKeySchema>;
/** The AES-GCM key itself: 256 bits, in base64. */
export const openedKeySchema = z.object({ key: z.string() });

/**
 * POST /api/system-users/{id}/open-device-key: for work of somebody whose account has ended. Null
 * where the device holds it unlocked, and only needs to know whose it is. 404 where nobody had this
 * id, 409 while their account is active: then only they may open it.
 */
export const openEndedKeySchema = z.strictObject({ wrappedKey: wrappedKeyField.nullable() });
export type OpenEndedKey = z.infer<typeof openEndedKeySchema>;
export const openedEndedKeySchema = z.object({
  key: z.string().nullable(),
  owner: z
    .object({ id: z.int(), name: z.string(), email: z.string() })
    .describe(
      "As the file of POST /api/responses/import names them; a deleted account's e-mail is empty.",
    ),
});

/** GET /api/devices/waiting: devices that said that interviews wait on them, the oldest first. */
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
 * The label under which RSA-OAEP locks a sealing key: with another person's id it does not open.
 * So a locked key is one person's, whoever brings it to the server.
 */
export function keyLabel(userId: number): string {
  return `bellwether sealed work of user ${userId}`;
}

/** What AES-GCM authenticates beside a record's bytes, so that none can stand in another's place. */
export function recordLabel(userId: number, kind: string, clientId: string): string {
  return `${userId} ${kind} ${clientId}`;
}

/** "Anna Rossi" is "A. R.": enough for colleagues, on a page that anybody may open. */
export function initialsOf(name: string): string {
  const initials = name.match(/(?<!\S)\S/gu) ?? ['?'];
  return initials.map((initial) => `${initial.toUpperCase()}.`).join(' ');
}
