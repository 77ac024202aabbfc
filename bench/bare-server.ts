/**
 * A server to compare the storing of a response with: bare Fastify handlers with the bare driver. It has no
 * session, no validation and no scoring. At `/` it runs our own statement, the least that our server can do for
 * a response. Responses that arrive together share the statement, as they do with our server. At `/rows` it
 * inserts each answer as a row, in one plain statement, as a program would that has no rights, scores or audit
 * trail and cannot tell a response that is sent twice. Started by store-response.ts.
 */
import Fastify from 'fastify';
import pg from 'pg';

import type { Person, Scope } from '#domain/people/person.ts';
import { storeResponse, type NewResponse } from '#server/features/responses/store-response.ts';

type Given = {
  connection: pg.PoolConfig;
  person: Person;
  response: NewResponse;
  /** The reply of our own server. */
  answer: string;
};
type Body = {
  clientId: string;
  responseAnswers: { questionId: number; answerId: number; textValue: string | null }[];
};
const { connection, person, response, answer } = JSON.parse(process.argv[2] ?? '') as Given;
const scope: Scope = { kind: 'all' };

const pool = new pg.Pool({ ...connection, max: 10 });
const app = Fastify();
app.post('/', async (request, reply) => {
  const { clientId } = request.body as Body;
  await storeResponse(pool, { person, scope }, { ...response, clientId });
  return reply.code(201).type('application/json').send(answer);
});

const columns = ['client_id', 'question_id', 'answer_id', 'text_value'];
await pool.query(`create table bare_answers (id bigint generated always as identity primary key,
  client_id text not null, question_id integer not null, answer_id integer, text_value text)`);
app.post('/rows', async (request, reply) => {
  const { clientId, responseAnswers } = request.body as Body;
  const values = responseAnswers.flatMap(({ questionId, answerId, textValue }) => [
    ...[clientId, questionId, answerId, textValue],
  ]);
  const rows = responseAnswers.map(
    (_, row) =>
      `(${columns.map((__, place) => `$${row * columns.length + place + 1}`).join(', ')})`,
  );
  const text = `insert into bare_answers (${columns.join(', ')}) values ${rows.join(', ')}`;
  await pool.query({ name: `rows ${rows.length}`, text, values });
  return reply.code(201).type('application/json').send(answer);
});
console.log(`Bellwether is at ${await app.listen({ port: 0 })}`);
process.on('SIGTERM', () => void app.close().then(() => pool.end()));
