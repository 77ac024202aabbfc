import { keyLabel, recordLabel } from '#domain/sync/device.ts';
import type { Bundle, DeviceDatabase, SealedRecord } from '#web/offline/store/device-database.ts';
import type { FileBytes } from '#web/offline/store/records.ts';

/** Encrypts and decrypts sealed records. `seal.ts` says what is sealed, and when. */

/** A record as it is when it is not sealed. `kind` is the name of its table. */
export type Plain = { kind: string; key: string; value: object };
export type AesKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;
/** The person who signs out, the installation's public key to encrypt with, and the time. */
export type Owner = { userId: number; publicKey: string | null; now: number };
export type OpenedBundle = { bundle: Bundle; key: AesKey };

/** The table whose records are bytes. They are neither turned into JSON nor read all at once. */
export const bytesTable = 'fileBytes';

/** Returns a new bundle, which is not stored yet, and the key that encrypts its records. */
export async function newBundle({ userId, publicKey, now }: Owner): Promise<OpenedBundle> {
  if (!publicKey) throw new Error('This device was given no key to lock with.');
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, ['encrypt']);
  const wrappedKey = await wrap(key, userId, publicKey);
  return { key, bundle: { id: crypto.randomUUID(), userId, sealedAt: now, wrappedKey } };
}

async function wrap(key: AesKey, userId: number, publicKey: string): Promise<string> {
  const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' };
  const lock = await crypto.subtle.importKey('spki', toBytes(publicKey), algorithm, false, [
    'wrapKey',
  ]);
  const label = utf8(keyLabel(userId));
  return toBase64(await crypto.subtle.wrapKey('raw', key, lock, { name: 'RSA-OAEP', label }));
}

export async function encrypt(
  { bundle: { id, userId }, key: aes }: OpenedBundle,
  { kind, key, value }: Plain,
): Promise<SealedRecord> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const additionalData = utf8(recordLabel(userId, kind, key));
  const content = kind === bytesTable ? pack(value as FileBytes) : utf8(JSON.stringify(value));
  const bytes = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, aes, content);
  return { userId, kind, key, bundle: id, iv, bytes };
}

/** Returns a record as it was; null when somebody changed it after it was sealed. */
export async function decrypt(
  key: AesKey,
  { userId, kind, key: name, iv, bytes }: SealedRecord,
): Promise<Plain | null> {
  const additionalData = utf8(recordLabel(userId, kind, name));
  const algorithm = { name: 'AES-GCM', iv, additionalData };
  const content = await crypto.subtle.decrypt(algorithm, key, bytes).catch(() => null);
  if (!content) return null;
  if (kind === bytesTable) return { kind, key: name, value: unpack(name, content) };
  const value = JSON.parse(new TextDecoder().decode(content)) as object;
  return { kind, key: name, value };
}

/** Joins the two buffers of a file: the length of the thumbnail, the thumbnail, the file. */
function pack({ bytes, thumbnail }: FileBytes): Uint8Array<ArrayBuffer> {
  const small = new Uint8Array(thumbnail ?? new ArrayBuffer(0));
  const packed = new Uint8Array(4 + small.length + bytes.byteLength);
  new DataView(packed.buffer).setUint32(0, small.length);
  packed.set(small, 4);
  packed.set(new Uint8Array(bytes), 4 + small.length);
  return packed;
}

function unpack(clientId: string, packed: ArrayBuffer): FileBytes {
  const end = 4 + new DataView(packed).getUint32(0);
  return { clientId, thumbnail: end > 4 ? packed.slice(4, end) : null, bytes: packed.slice(end) };
}

/** Decrypts a bundle's key. Returns base64; null when it cannot be decrypted now, or never. */
export type OpenKey = (wrappedKey: string) => Promise<string | null>;

/**
 * Returns a person's bundles, the latest first: if two of them hold a record, its later state
 * counts.
 */
export async function bundlesOf(device: DeviceDatabase, userId: number): Promise<Bundle[]> {
  return (await device.bundles.where({ userId }).sortBy('sealedAt')).toReversed();
}

/** Returns the bundle with its key; null when the key cannot be decrypted. */
export async function openBundle(bundle: Bundle, openKey: OpenKey): Promise<OpenedBundle | null> {
  const opened = await openKey(bundle.wrappedKey);
  if (opened === null) return null;
  const key = await crypto.subtle.importKey('raw', toBytes(opened), 'AES-GCM', false, ['decrypt']);
  return { bundle, key };
}

/** Returns the records of a bundle, without damaged ones and without the bytes of files. */
export async function openRecords(
  device: DeviceDatabase,
  { bundle: { id }, key }: OpenedBundle,
): Promise<Plain[]> {
  const keys = await device.records.where('bundle').equals(id).primaryKeys();
  const records = await device.records.bulkGet(keys.filter(([, kind]) => kind !== bytesTable));
  const found = records.filter((record) => record !== undefined);
  const plain = await Promise.all(found.map((record) => decrypt(key, record)));
  return plain.filter((record) => record !== null);
}

const utf8 = (text: string) => new TextEncoder().encode(text);

export function toBytes(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

export function toBase64(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)));
}
