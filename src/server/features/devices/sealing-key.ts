import {
  constants,
  createPrivateKey,
  generateKeyPair,
  privateDecrypt,
  type KeyObject,
} from 'node:crypto';
import { promisify } from 'node:util';

import { keyLabel } from '#domain/sync/device.ts';
import type { Db } from '#server/db/transaction.ts';

/**
 * The installation's key pair. Devices lock with the public half what they keep when somebody signs
 * out; only a server of this installation, asked by the right person, opens it again. It is in the
 * database, so that several processes share it and a backup holds it: a server restored without it
 * could open no device.
 */
const bits = 3072;
const generate = promisify(generateKeyPair);

/** Makes the pair where there is none yet. Of several processes the first one's stays. */
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

/** The key that was locked for this person; null where it was locked for another, or elsewhere. */
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
