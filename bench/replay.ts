import Fastify, { type FastifyInstance } from 'fastify';
import pg from 'pg';

type Statement = { text: string; values: unknown[] };
/** A statement as the driver holds it. */
type Sent = { text: string; values?: unknown[] };
/** The statements that one call sent to the database, grouped by connection. */
export type Recording = Statement[][];

/**
 * Runs `act` and returns every statement that it sent, except those about the session. What remains
 * is what any server would have to query for the same reply.
 */
export async function record(act: () => Promise<unknown>): Promise<Recording> {
  const byConnection = new Map<unknown, Statement[]>();
  const real = pg.Query.prototype.submit;
  pg.Query.prototype.submit = function (this: pg.Query & Sent, connection: pg.Connection) {
    const { text, values = [] } = this;
    if (!text.includes('auth_sessions'))
      byConnection.set(connection, [...(byConnection.get(connection) ?? []), { text, values }]);
    return real.call(this, connection);
  };
  await act().finally(() => {
    pg.Query.prototype.submit = real;
  });
  return [...byConnection.values()];
}

/**
 * Returns how many milliseconds a recording's statements take in a bare handler with the bare
 * driver.
 */
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

/**
 * Returns a bare handler that runs the same statements with the bare driver: the limit to compare
 * with.
 */
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
