import { z } from 'zod';

import { appealSchema, type Appeal } from '#domain/appeals/appeal.ts';
import {
  appealDecisionSchema,
  appealInputSchema,
  appealsQuerySchema,
} from '#domain/appeals/appeal-input.ts';
import { idParams } from '#domain/identity.ts';
import { listAppeals, type AppealReader } from '#server/db/responses/appeals.ts';
import { defineRoute } from '#server/http/route.ts';
import { invalid, notFound } from '#server/problems.ts';
import { decideAppeal, withdrawAppeal } from './close-appeal.ts';
import { fileByLink } from './file-by-link.ts';
import { fileAppeal } from './file-appeal.ts';

const list = defineRoute({
  method: 'GET',
  path: '/api/appeals',
  summary: 'The appeals of a round or of a response, the earliest first',
  who: 'responses.read',
  query: appealsQuerySchema,
  answer: z.array(appealSchema),
  refuses: { 400: 'Neither a round nor a response is named, or both are.' },
  run: async ({ query: { roundId, responseId }, ...reader }) => {
    if (roundId !== undefined && responseId === undefined) return listAppeals(reader, { roundId });
    if (responseId !== undefined && roundId === undefined)
      return listAppeals(reader, { responseId });
    if (roundId === undefined) throw invalid('roundId', 'Please name a round or a response');
    throw invalid('responseId', 'Please name a round or a response, not both');
  },
});

const file = defineRoute({
  method: 'POST',
  path: '/api/appeals',
  summary: 'Appeal an answer of an approved round; sent again, it is stored once',
  who: 'appeals.file',
  audit: 'appeal.filed',
  repeat: 'own',
  body: appealInputSchema,
  answer: appealSchema,
  status: 201,
  refuses: {
    404: 'There is no such response in the caller’s scope.',
    409: 'The round is not approved, the days for appeals are over, the question has an open appeal, the response has as many as it can have, or another appeal has this `clientId`.',
  },
  run: async ({ body, record, reply, ...filer }) => {
    const { id, name } = filer.person;
    const by = { kind: 'person', id, name } as const;
    const filed = await fileAppeal({ ...filer, by }, body);
    if (filed.recorded) await record(filed.id, filed.recorded);
    else void reply.code(200);
    return readOne(filer, filed.id);
  },
});

const decide = defineRoute({
  method: 'PUT',
  path: '/api/appeals/{id}/decision',
  summary: 'Uphold an appeal, which changes the answer, or reject it',
  who: 'appeals.decide',
  audit: 'appeal.decided',
  repeat: 'own',
  params: idParams,
  body: appealDecisionSchema,
  answer: appealSchema,
  refuses: {
    403: 'A person who held the interview or filed the appeal cannot decide it.',
    409: 'The appeal is closed, its round was reopened, or the response has as many revisions as it can have.',
  },
  run: async ({ params: { id }, body, record, ...decider }) => {
    const done = await decideAppeal(decider, id, body);
    if (done) await record(id, done);
    return readOne(decider, id);
  },
});

const withdraw = defineRoute({
  method: 'POST',
  path: '/api/appeals/{id}/withdraw',
  summary: 'Take an open appeal back',
  who: 'appeals.file',
  audit: 'appeal.withdrawn',
  repeat: 'own',
  params: idParams,
  answer: appealSchema,
  refuses: {
    403: 'Only the person who filed an appeal can withdraw it.',
    409: 'The appeal is decided.',
  },
  run: async ({ params: { id }, record, ...filer }) => {
    const done = await withdrawAppeal(filer, id);
    if (done) await record(id, done);
    return readOne(filer, id);
  },
});

async function readOne(reader: AppealReader, id: number): Promise<Appeal> {
  const [appeal] = await listAppeals(reader, { id });
  if (!appeal) throw notFound('The appeal');
  return appeal;
}

export const appealRoutes = [list, file, decide, withdraw, fileByLink];
