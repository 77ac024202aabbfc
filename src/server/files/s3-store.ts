import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';

import type { S3Settings } from '#server/config.ts';
import { ProblemError } from '#server/problems.ts';
import { StartError } from '#server/start-error.ts';
import type { DocumentStore } from './document-store.ts';

/**
 * Limits in milliseconds of one attempt; the client makes two. Somebody waits for a document that is read, so the
 * storage must begin to send it soon. A document has at most 10 MB, but a download may wait for a slow reader.
 */
const toConnect = 3_000;
const toBegin = 3_000;
const toAnswer = 30_000;
const toStandStill = 60_000;

export type S3Store = DocumentStore & {
  /**
   * Returns true when the settings work, and false when the storage does not respond, which may
   * pass. Throws a `StartError` when the storage rejects the settings.
   */
  check: () => Promise<boolean>;
};

/**
 * Returns a store in a bucket of any S3-compatible storage. Loading the client takes longer than
 * our whole start, so this file is only imported when the settings name a bucket.
 *
 * Each document is one PUT of known length and digest. So there are no half or damaged documents,
 * and no leftover parts that somebody pays for.
 */
export function s3Store(settings: S3Settings): S3Store {
  const client = makeClient(settings);
  const place = (name: string) => ({ Bucket: settings.bucket, Key: name });
  return {
    put: async (name, path) => {
      const { size: ContentLength } = await stat(path);
      const digest = await digestOf(path);
      const Body = createReadStream(path);
      const command = new PutObjectCommand({ ...place(name), Body, ContentLength });
      // By default the client leaves a stream's content out of the signature. With it, the storage
      // compares the content.
      const signContent = { 'x-amz-content-sha256': digest };
      command.middlewareStack.add(
        (next) => (args) => {
          Object.assign((args.request as { headers: object }).headers, signContent);
          return next(args);
        },
        { step: 'build' },
      );
      try {
        await client.send(command);
      } catch (error) {
        throw unavailable(error);
      } finally {
        Body.destroy();
      }
    },
    get: async (name) => {
      try {
        const { Body } = await client.send(new GetObjectCommand(place(name)), {
          requestTimeout: toBegin,
        });
        return (Body as Readable | undefined) ?? null;
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        throw unavailable(error);
      }
    },
    delete: async (name) => {
      try {
        await client.send(new DeleteObjectCommand(place(name)));
      } catch (error) {
        throw unavailable(error);
      }
    },
    check: async () => {
      try {
        await client.send(new HeadBucketCommand({ Bucket: settings.bucket }));
        return true;
      } catch (error) {
        const wrong = error instanceof S3ServiceException && wrongSetting(error);
        if (wrong) throw new StartError(wrong);
        return false;
      }
    },
  };
}

function makeClient({ endpoint, region, accessKeyId, secretAccessKey, pathStyle }: S3Settings) {
  return new S3Client({
    ...(endpoint !== undefined && { endpoint }),
    region,
    forcePathStyle: pathStyle,
    credentials: { accessKeyId, secretAccessKey },
    // Many storages support no checksums except those in the signature.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: toConnect,
      requestTimeout: toAnswer,
      throwOnRequestTimeout: true,
      socketTimeout: toStandStill,
    },
    // Errors are thrown. By default the client would also write to the console.
    logger: { debug: quiet, info: quiet, warn: quiet, error: quiet },
  });
}

function quiet(): void {}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/**
 * Returns the same error for any failure of the storage. The cause goes to the log, and the caller
 * can try again. The error does not claim that nothing was stored: the call may have been a read, or it may
 * have repeated an upload whose reply got lost.
 */
function unavailable(cause: unknown): ProblemError {
  const problem = new ProblemError(
    'try-later',
    'The document storage does not answer. Please try again.',
    { retryAfter: 5 },
  );
  problem.cause = cause;
  return problem;
}

/** Returns which setting is wrong, or null. The reply to a HEAD has no body, so only its status shows it. */
function wrongSetting({ $metadata }: S3ServiceException): string | null {
  const status = $metadata.httpStatusCode ?? 500;
  if (status === 404) return 'S3_BUCKET: the storage has no bucket of this name.';
  if (status === 301) return 'S3_REGION: the bucket is in another region.';
  if (status >= 400 && status < 500)
    return `S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: the storage refuses them for this bucket (${status}).`;
  return null;
}
