import { createHash, randomUUID } from 'node:crypto';

import { digestHeader } from '#domain/sync/client-id.ts';
import { aFormOf } from './form.ts';
import type { PersonName } from './people.ts';
import type { Answer, TestApp } from './test-app.ts';

/** What begins like a picture. No server part decodes more of one. */
export const aJpeg = (text = 'a lobby') =>
  Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.from(text), Buffer.from('ffd9', 'hex')]);
export const aPng = (text = 'a name') =>
  Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from(text)]);

type Sent = {
  fileId?: string;
  interview: string;
  question: number;
  kind?: string;
  name?: string;
  bytes?: Buffer;
  thumbnail?: Buffer | null;
  /** Further parameters of the query. */
  more?: Record<string, string | number>;
  headers?: Record<string, string>;
};

/** Sends a file as a device does. */
export function sendEvidence(
  { as }: Pick<TestApp, 'as'>,
  who: PersonName | 'nobody',
  sent: Sent,
): Promise<Answer> {
  const { interview, question, bytes = aJpeg(), thumbnail = aJpeg('small'), more = {} } = sent;
  const { fileId = `file_${randomUUID()}`, kind = 'photo', name = 'lobby.jpg' } = sent;
  const query = new URLSearchParams({ interview, question: String(question), kind });
  for (const [key, value] of Object.entries(more)) query.set(key, String(value));
  const files = [{ field: 'file', name, content: bytes }];
  if (thumbnail) files.push({ field: 'thumbnail', name: 'thumbnail', content: thumbnail });
  const digest = createHash('sha256').update(bytes).digest('hex');
  const headers = { [digestHeader]: digest, ...sent.headers };
  return as(who)('PUT', `/api/evidence/${fileId}?${query.toString()}`, ...aFormOf(files, headers));
}
