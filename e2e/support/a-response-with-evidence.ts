import { createHash } from 'node:crypto';

import type { APIRequestContext } from '@playwright/test';

import { drawPicture, type Drawing } from '#server/demonstration/draw-picture.ts';
import { anOffice } from './office.ts';
import { expect, own } from './test.ts';

/** Returns a picture of one colour, so that pictures can be told apart. */
function pictureOf(shade: number): Buffer {
  const drawing: Drawing = { width: 32, height: 24, ground: [shade, 120, 100], shapes: [] };
  return drawPicture(drawing);
}

export const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

type File = { fileId: string; kind: 'photo' | 'document' | 'signature'; caption: string };
export type Sent = File & { questionId: number; bytes: Buffer };

export function fileOf(name: string, more: Omit<File, 'fileId'>, questionId: number): Sent {
  const fileId = `${name}-${Math.random().toString(36).slice(2, 12)}`;
  const bytes =
    more.kind === 'document'
      ? Buffer.from('What the manager wrote down.\n')
      : pictureOf(name.length * 12);
  return { ...more, fileId, questionId, bytes };
}

export async function send(request: APIRequestContext, interview: string, file: Sent) {
  const { fileId, questionId, kind, caption, bytes } = file;
  const isDocument = kind === 'document';
  const answer = await request.put(`/api/evidence/${fileId}`, {
    params: { interview, question: questionId, kind, caption, takenAt: new Date().toISOString() },
    headers: { 'x-envelope-digest': digestOf(bytes) },
    multipart: {
      file: {
        name: isDocument ? 'Minutes.txt' : 'picture.png',
        mimeType: isDocument ? 'text/plain' : 'image/png',
        buffer: bytes,
      },
      ...(!isDocument && {
        thumbnail: { name: 'small.png', mimeType: 'image/png', buffer: bytes },
      }),
    },
  });
  expect(answer.status(), await answer.text()).toBe(201);
}

/**
 * Stores a response with three photos, a document and a signature. The last photo is named and has
 * not arrived.
 */
export async function aResponse(request: APIRequestContext, name: string) {
  const office = await anOffice(request);
  const survey = await office.addSurvey();
  const hotel = await office.addHotel();
  const [greeted, shown] = survey.questions.map(({ id }) => id) as [number, number];
  const clientId = `evidence-${Math.random().toString(36).slice(2, 14)}`;
  const files = [
    fileOf('door', { kind: 'photo', caption: 'The door of room 12' }, greeted),
    fileOf('lamp', { kind: 'photo', caption: '' }, greeted),
    fileOf('minutes', { kind: 'document', caption: '' }, shown),
    fileOf('signed', { kind: 'signature', caption: 'Rosa Marin' }, shown),
    fileOf('late', { kind: 'photo', caption: '' }, greeted),
  ];
  const respondent = own(name);
  const answer = await request.post('/api/responses', {
    data: {
      ...{ clientId, surveyId: survey.surveyId, hotelId: hotel.id },
      ...{ respondentName: respondent, respondentJobTitle: 'Night Manager' },
      responseAnswers: survey.questions
        .filter(({ answers }) => answers.length > 0)
        .map(({ id, answers }) => ({ questionId: id, answerId: answers[0]!.id })),
      files: files.map(({ fileId, questionId, kind, bytes }) => ({
        ...{ fileId, questionId, kind, digest: digestOf(bytes), size: bytes.byteLength },
      })),
    },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  const { id } = (await answer.json()) as { id: number };
  for (const file of files.slice(0, -1)) await send(request, clientId, file);
  return { id, clientId, hotel, survey, files, respondent };
}
