import Fastify, { type FastifyInstance } from 'fastify';
import pg from 'pg';

type Statement = { text: string; values: unknown[] };
/** What one call sent to the database, by the connection that it went through. */
export type Recording = Statement[][];

/**
 * Runs `act` and keeps every statement that it sends, but for the session's: what remains is what
 * any server would have to ask to answer the same.
 */
export async function record(act: () => Promise<unknown>): Promise<Recording> {
  const byClient = new Map<unknown, Statement[]>();
  const real = pg.Client.prototype.query;
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [first, second] = given;
    const text = typeof first === 'string' ? first : (first as Statement).text;
    const values = (second ?? (first as Statement).values ?? []) as unknown[];
    const isOurs = Array.isArray(values) && !text.includes('auth_sessions');
    if (isOurs) byClient.set(this, [...(byClient.get(this) ?? []), { text, values }]);
    return Reflect.apply(real, this, given) as unknown;
  } as typeof real;
  await act().finally(() => {
    pg.Client.prototype.query = real;
  });
  return [...byClient.values()];
}

/** How long a recording's statements take through the bare driver, behind a bare handler, in ms. */
export async function timeReplay(pool: pg.Pool, recording: Recording): Promise<number> {
  const bare = replay(pool, recording);
  await bare.ready();
  const begin = performance.now();
  const { statusCode } = await bare.inject('/');
  const taken = performance.now() - begin;
  await bare.close();
  if (statusCode !== 200) throw new Error(`The bare handler answered ${statusCode}`);
  return taken;
}

/** The bare limit: the same statements through the bare driver, behind a bare handler. */
export function replay(pool: pg.Pool, recording: Recording): FastifyInstance {
  const app = Fastify();
  app.get('/', () =>
    Promise.all(
      recording.map(async (statements) => {
        const client = await pool.connect();
        try {
          const answers: unknown[] = [];
          for (const { text, values } of statements)
            answers.push((await client.query(text, values)).rows);
          return answers;
        } finally {
          client.release();
        }
      }),
    ),
  );
  return app;
}
