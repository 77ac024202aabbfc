import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { S3Settings } from '#server/config.ts';

/**
 * A storage that speaks as much S3 as documents need, written from its documentation: one bucket,
 * addressed in the path. It refuses every request whose signature (version 4) does not belong to
 * the right key and to exactly this method, address, headers and content.
 */
export type S3Server = {
  settings: S3Settings;
  objects: Map<string, Buffer>;
  /** How it treats requests; null when it works normally. */
  ailment: Ailment | null;
  /** How many requests it did not treat normally. */
  ailing: number;
  /** How many downloads the client aborted. */
  cutOff: number;
  close: () => Promise<void>;
};
/** A status, a closed connection, no reply on an open one, or a reply that breaks off halfway. */
export type Ailment = number | 'hangs-up' | 'silent' | 'breaks-off';

type Answer = { status: number; code?: string; content?: Buffer };

export async function startS3Server(): Promise<S3Server> {
  const server = createServer((request, response) => void take(self, request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const self: S3Server = {
    settings: {
      bucket: 'evaluation-documents',
      endpoint: `http://127.0.0.1:${port}`,
      region: 'eu-central-1',
      accessKeyId: 'BELLWETHER',
      secretAccessKey: 'a/secret+of=sorts',
      pathStyle: true,
    },
    objects: new Map(),
    ailment: null,
    ailing: 0,
    cutOff: 0,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  return self;
}

async function take(self: S3Server, request: IncomingMessage, response: ServerResponse) {
  response.on('close', () => void (response.writableFinished || (self.cutOff += 1)));
  let content: Buffer;
  try {
    content = Buffer.concat(await request.toArray());
  } catch {
    return;
  }
  if (self.ailment !== null) self.ailing += 1;
  if (self.ailment === 'hangs-up') {
    request.socket.destroy();
    return;
  }
  if (self.ailment === 'silent') return;
  const { status, code, content: found } = answer(self, request, content);
  response.statusCode = status;
  if (code !== undefined && request.method !== 'HEAD') {
    response.setHeader('content-type', 'application/xml');
    response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>-</Message></Error>`);
    return;
  }
  response.setHeader('content-length', found?.length ?? 0);
  if (self.ailment !== 'breaks-off') response.end(found);
  else response.write(found?.subarray(0, found.length / 2), () => response.destroy());
}

function answer(self: S3Server, request: IncomingMessage, content: Buffer): Answer {
  const refused = refuse(self.settings, request, content);
  if (refused) return { status: 403, code: refused };
  if (typeof self.ailment === 'number') return { status: self.ailment, code: 'SlowDown' };
  const [, bucket, key] = /^\/([^/?]+)\/?([^?]*)/.exec(request.url ?? '') ?? [];
  if (bucket !== self.settings.bucket) return { status: 404, code: 'NoSuchBucket' };
  if (key === undefined || key === '') return { status: request.method === 'HEAD' ? 200 : 501 };
  const stored = self.objects.get(key);
  switch (request.method) {
    case 'PUT':
      self.objects.set(key, content);
      return { status: 200 };
    case 'GET':
      return stored ? { status: 200, content: stored } : { status: 404, code: 'NoSuchKey' };
    case 'DELETE':
      self.objects.delete(key);
      return { status: 204 };
    case undefined:
    default:
      return { status: 405, code: 'MethodNotAllowed' };
  }
}

const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex');
const hmac = (key: Buffer | string, text: string) =>
  createHmac('sha256', key).update(text).digest();

/** Returns why a request is refused, in the storage's words; null when its signature is right. */
function refuse(settings: S3Settings, request: IncomingMessage, content: Buffer): string | null {
  const header = (name: string) => String(request.headers[name] ?? '').trim();
  const [, accessKeyId, scope = '', signed = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\S+), SignedHeaders=(\S+), Signature=(\w+)$/.exec(
      header('authorization'),
    ) ?? [];
  if (accessKeyId !== settings.accessKeyId) return 'InvalidAccessKeyId';
  const digest = header('x-amz-content-sha256');
  const names = signed.split(';');
  // `UNSIGNED-PAYLOAD` would not be a digest.
  if (digest !== sha256(content)) return 'XAmzContentSHA256Mismatch';
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.includes(name)))
    return 'AccessDenied';

  const url = new URL(request.url ?? '', settings.endpoint);
  url.searchParams.sort();
  const canonical = [
    request.method,
    url.pathname,
    url.search.slice(1),
    ...names.map((name) => `${name}:${header(name)}`),
    '',
    signed,
    digest,
  ].join('\n');
  const date = header('x-amz-date');
  const day = date.slice(0, 8);
  if (scope !== `${day}/${settings.region}/s3/aws4_request`) return 'AuthorizationHeaderMalformed';
  const toSign = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n');
  const key = [day, settings.region, 's3', 'aws4_request'].reduce<Buffer | string>(
    hmac,
    `AWS4${settings.secretAccessKey}`,
  );
  return hmac(key, toSign).toString('hex') === signature ? null : 'SignatureDoesNotMatch';
}
