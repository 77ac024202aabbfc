/**
 * The least that a server can do for a response: a bare Fastify handler that runs our own statement
 * with the bare driver. No session, no validation, no scoring. Started by store-response.ts.
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
const { connection, person, response, answer } = JSON.parse(process.argv[2] ?? '') as Given;
const scope: Scope = { kind: 'all' };

const pool = new pg.Pool({ ...connection, max: 10 });
const app = Fastify();
app.post('/', async (request, reply) => {
  const { clientId } = request.body as { clientId: string };
  await storeResponse(pool, { person, scope }, { ...response, clientId });
  return reply.code(201).type('application/json').send(answer);
});
console.log(`Bellwether is at ${await app.listen({ port: 0 })}`);
process.on('SIGTERM', () => void app.close().then(() => pool.end()));
