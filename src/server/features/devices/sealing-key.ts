import {
  constants,
  createPrivateKey,
  generateKeyPair,
  privateDecrypt,
  type KeyObject,
} from 'node:crypto';
import { promisify } from 'node:util';

import { keyLabel } from '#domain/sync/device.ts';
import type { Db } from '#server/db/statements/transaction.ts';

/**
 * The size of the installation's key pair. When somebody signs out, a device encrypts what it keeps
 * with the public key. Only a server of this installation can open it again, and only for the right
 * person. The pair is in the database, so that several processes share it and a backup includes it:
 * a server restored without it could not open any device's data.
 */
const bits = 3072;
const generate = promisify(generateKeyPair);

/**
 * Returns the public key, and makes the pair when there is none. If several processes do this at
 * once, the first pair stays.
 */
export async function publicKey(db: Db): Promise<string> {
  const known = await db.selectFrom('sealingKey').select('publicKey').executeTakeFirst();
  if (known) return known.publicKey;
  const pair = await generate('rsa', {
    modulusLength: bits,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
  });
  await db
    .insertInto('sealingKey')
    .values({
      publicKey: pair.publicKey.toString('base64'),
      privateKey: pair.privateKey.toString('base64'),
    })
    .onConflict((conflict) => conflict.column('onlyRow').doNothing())
    .execute();
  const made = db.selectFrom('sealingKey').select('publicKey');
  return (await made.executeTakeFirstOrThrow()).publicKey;
}

/**
 * Returns the key that was locked for this person; null when it was locked for somebody else, or by
 * another installation.
 */
export async function openKey(db: Db, userId: number, wrappedKey: string): Promise<string | null> {
  const kept = await db.selectFrom('sealingKey').select('privateKey').executeTakeFirst();
  if (!kept) return null;
  const key = createPrivateKey({
    key: Buffer.from(kept.privateKey, 'base64'),
    type: 'pkcs8',
    format: 'der',
  });
  return decrypt(key, userId, wrappedKey)?.toString('base64') ?? null;
}

function decrypt(key: KeyObject, userId: number, wrappedKey: string): Buffer | null {
  try {
    return privateDecrypt(
      {
        key,
        padding: constants.RSA_PKCS1_OAEP_PADDING,
        oaepHash: 'sha256',
        oaepLabel: Buffer.from(keyLabel(userId)),
      },
      Buffer.from(wrappedKey, 'base64'),
    );
  } catch {
    return null;
  }
}
