import type { Readable } from 'node:stream';

import type { FastifyReply, FastifyRequest } from 'fastify';

import type { Deps } from '#server/deps.ts';
import { sendFile } from '#server/http/send-file.ts';
import { notFound } from '#server/problems.ts';
import type { EvidenceRow } from './queries.ts';
import { isPicture, thumbnailType } from './take-evidence.ts';

type Call = {
  deps: Pick<Deps, 'documents'>;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** Opened by itself, a file can load nothing, run nothing and reach no page of ours. */
const sandbox = "default-src 'none'; sandbox";

/** Sends a file. A browser may show a JPEG or PNG, and saves everything else. */
export async function sendEvidence(call: Call, row: EvidenceRow): Promise<Readable> {
  const content = await read(call, row, row.storeName);
  const { name, mediaType, size } = row;
  void call.reply.header('content-security-policy', sandbox);
  return sendFile(call.reply, { name, mediaType, size, content, inline: isPicture(mediaType) });
}

export async function sendThumbnail(call: Call, row: EvidenceRow): Promise<Readable> {
  const { name, thumbnailName } = row;
  if (thumbnailName === null) throw notFound('The thumbnail of this file');
  const content = await read(call, row, thumbnailName);
  void call.reply.header('content-security-policy', sandbox);
  const mediaType = thumbnailType(thumbnailName);
  return sendFile(call.reply, { name, mediaType, content, inline: true });
}

async function read({ deps, request }: Call, { id }: EvidenceRow, name: string): Promise<Readable> {
  const content = await deps.documents.get(name);
  if (content) return content;
  request.log.error({ evidenceId: id }, 'a file of evidence is missing from the store');
  throw notFound('The bytes of this file');
}
