import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { finished, pipeline } from 'node:stream/promises';

import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';

import type { Deps } from '#server/deps.ts';
import { namesOlderThan } from '#server/files/keep-documents.ts';
import { invalid, noRoom, ProblemError } from '#server/problems.ts';
import { notAForm } from './read-body.ts';

/** A received file. It is on the disk, under a name that we made, until the request is answered. */
export type UploadedFile = {
  /** The name that the sender's device gave it. */
  name: string;
  path: string;
  /** The size in bytes. */
  size: number;
  /** The small picture of the file, if the route takes one and the form has one. */
  thumbnail: { path: string } | null;
};

/** The request of an upload, with its validated parameters and query. */
export type UploadCall<P, Q> = { request: FastifyRequest; params: P; query: Q };

/** What a route takes instead of a JSON body: a form with one file, in its field `file`. */
export type Upload<U, P = unknown, Q = unknown> = {
  /** The largest file in bytes. */
  largest: number;
  /**
   * The largest thumbnail in bytes, where the form may hold one in its field `thumbnail`. A larger
   * one is left out.
   */
  largestThumbnail?: number;
  /**
   * Turns the file into what `run` gets as `upload`, or throws. It runs before the transaction
   * begins, so that neither a slow connection nor a large file keeps one open.
   */
  read: (file: UploadedFile, deps: Deps, call: UploadCall<P, Q>) => Promise<U>;
};

const anHour = 3_600_000;
/** The paths of the files that this process is working on. */
const underWay = new Set<string>();

/**
 * Streams the request's file to the disk, passes it to `act`, and then removes what is left of it.
 * The body digest is that of the file's bytes: the form around them differs each time it is sent.
 */
export async function withUpload<U, P, Q, T>(
  upload: Upload<U, P, Q>,
  deps: Deps,
  request: FastifyRequest,
  act: (upload: U) => Promise<T>,
): Promise<T> {
  const folder = uploadsFolder(deps.config);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const paths = { file: join(folder, randomUUID()), thumbnail: join(folder, randomUUID()) };
  const all = Object.values(paths);
  for (const path of all) underWay.add(path);
  try {
    await requireDiskSpace(folder, deps.config.diskReserve, request);
    const file = await receive(request, paths, upload);
    const params = request.params as P;
    const query = request.query as Q;
    return await act(await upload.read(file, deps, { request, params, query }));
  } finally {
    for (const path of all) {
      await rm(path, { force: true });
      underWay.delete(path);
    }
  }
}

/**
 * Removes what a crash left of uploads. Only files over an hour old, because another process may
 * share the folder.
 */
export async function clearUploads(config: Deps['config']): Promise<void> {
  const folder = uploadsFolder(config);
  for (const name of await namesOlderThan(folder, Date.now() - anHour)) {
    const path = join(folder, name);
    if (!underWay.has(path)) await rm(path, { force: true });
  }
}

function uploadsFolder({ dataDir }: Deps['config']): string {
  return join(dataDir, 'uploads');
}

/**
 * Throws when too little disk space would remain: without it, the database could not store
 * responses.
 */
async function requireDiskSpace(folder: string, reserve: number, request: FastifyRequest) {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= reserve) return;
  await readOut(request);
  throw noRoom();
}

type Limits = Pick<Upload<unknown>, 'largest' | 'largestThumbnail'>;
type Field = 'file' | 'thumbnail';

async function receive(
  request: FastifyRequest,
  paths: Record<Field, string>,
  { largest, largestThumbnail }: Limits,
): Promise<UploadedFile> {
  if (!request.isMultipart()) throw notAForm();
  const taken: readonly string[] = largestThumbnail ? ['file', 'thumbnail'] : ['file'];
  const saved = new Map<string, Saved>();
  try {
    const limits = { fileSize: largest, files: taken.length, fields: 10, fieldSize: 1_000 };
    for await (const part of request.parts({ limits })) {
      requireUtf8(part);
      if (part.type !== 'file') continue;
      const field = part.fieldname;
      if (!taken.includes(field)) {
        part.file.resume();
        continue;
      }
      if (saved.has(field)) throw severalFiles(field);
      saved.set(field, await save(part, paths[field as Field]));
    }
  } catch (error) {
    await readOut(request);
    throw malformedOr(error);
  }
  const file = saved.get('file');
  if (!file) throw invalid('file', 'Please choose a file');
  // Checked only now, when all has arrived: a browser that is cut off while it sends shows no
  // error.
  if (file.size > largest)
    throw new ProblemError(
      'too-large',
      `A file can have up to ${Math.floor(largest / 1024 / 1024)} MB.`,
      { errors: [{ path: 'file', message: 'The file is too large' }] },
    );
  request.bodyDigest = file.digest;
  const thumbnail = saved.get('thumbnail');
  const fits = thumbnail !== undefined && thumbnail.size <= (largestThumbnail ?? 0);
  const { name, path, size } = file;
  return { name, path, size, thumbnail: fits ? { path: thumbnail.path } : null };
}

/**
 * Refuses a part whose name, file name or value is not UTF-8. The form's parser has replaced such bytes
 * by U+FFFD, and the file would be stored under another name than it was sent with. Only the bytes of the
 * file itself may be anything.
 */
function requireUtf8(part: Multipart): void {
  const name: unknown = part.type === 'file' ? part.filename : part.value;
  const texts = [part.fieldname, name].filter((text) => typeof text === 'string');
  if (!texts.some((text) => text.includes('\ufffd'))) return;
  throw part.type === 'file'
    ? invalid('file', 'The name of the file is not UTF-8. Please rename the file')
    : new ProblemError('malformed-request', 'The text in the form is not UTF-8.');
}

const severalFiles = (field: string) => invalid(field, 'Please choose one file, not several');

type Saved = { name: string; path: string; size: number; digest: string };

/** Saves a file. What exceeds the limit is read and discarded. */
async function save(part: MultipartFile, path: string): Promise<Saved> {
  const hash = createHash('sha256');
  let size = 0;
  const measure = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      size += chunk.length;
      yield chunk;
    }
  };
  // Created before anything can fail, so that the caller finds it to remove.
  const file = await open(path, 'wx', 0o600);
  await pipeline(part.file, measure, file.createWriteStream());
  // The type says otherwise, but a part can be a file by its media type alone and have no name.
  // Browsers write a quotation mark in a file's name as %22, and leave % itself as it is.
  const name = ((part.filename as string | undefined) ?? '').replaceAll('%22', '"');
  return { name, path, size: part.file.truncated ? Infinity : size, digest: hash.digest('hex') };
}

/**
 * Reads and discards the rest of the request: a browser that is cut off while it sends shows no
 * error.
 */
async function readOut({ raw }: FastifyRequest): Promise<void> {
  raw.unpipe();
  raw.resume();
  // An error here means that the sender is gone, which ends the request as well.
  await finished(raw, { writable: false }).catch(() => {});
}

/**
 * Turns an error of the form's parser into a problem. Those errors have no code, unlike a full disk
 * and the framework's own limits. The framework reports too many files as a file that is too large, so
 * that limit gets its own words.
 */
function malformedOr(error: unknown): unknown {
  if (error instanceof ProblemError || !(error instanceof Error)) return error;
  if ('code' in error) return error.code === 'FST_FILES_LIMIT' ? severalFiles('file') : error;
  return new ProblemError('malformed-request', 'The form with the file cannot be read.');
}
