import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

import { makeLoadSurvey, responseTo } from '../load.ts';
import { must, until, type Chaos } from './report.ts';
import { withServer } from './with-server.ts';

const readers = 10;

/**
 * Many clients request a large export and hardly read it. They must hold no database connection and
 * take little memory.
 */
export const slowReaders = ({ rounds, say }: Chaos) =>
  withServer(async ({ address, cookie, call, database, memory, connectionsHeld }) => {
    const survey = await makeLoadSurvey(call);
    await call('POST', '/api/responses', responseTo(survey, 'offline_first'));
    // Enough rows that the export does not fit into the buffers between server and client.
    await multiply(database, 100_000);
    // The first round shows how much memory ten exports at once take. More rounds must not take
    // more.
    let first = 0;
    for (let round = 0; round <= rounds; round += 1) {
      const sockets = await Promise.all(
        Array.from({ length: readers }, () => readOnce(address, cookie)),
      );
      await until(async () => (await connectionsHeld()) === 0, 'connections of slow readers');
      must((await call('GET', '/api/results/summary')).status === 200, 'Reports are held up');
      for (const socket of sockets) socket.destroy();
      if (round === 0) first = await memory();
    }
    const grown = Math.round(((await memory()) - first) / 1e6);
    must(grown < 150, `${grown} MB more`);
    const whole = await fetch(`${address}/api/results/export`, { headers: { cookie } });
    must((await whole.text()).split('\r\n').length > 100_000, 'The export is not whole');
    say(
      `${rounds * readers} slow readers of an export: nothing held, ${grown} MB more than with the first ${readers} (${Math.round(first / 1e6)} MB)`,
    );
  });

/** Requests the export and reads only its beginning. */
async function readOnce(address: string, cookie: string): Promise<Socket> {
  const { hostname, port, host } = new URL(address);
  const socket = connect(Number(port), hostname);
  socket.write(`GET /api/results/export HTTP/1.1\r\nhost: ${host}\r\ncookie: ${cookie}\r\n\r\n`);
  await once(socket, 'readable');
  must(String(socket.read(12)) === 'HTTP/1.1 200', 'No export');
  return socket;
}

type Queries = {
  query: (text: string, values?: unknown[]) => Promise<{ rows: { list: string }[] }>;
};

async function multiply(database: Queries, times: number): Promise<void> {
  const { rows } = await database.query(
    `select string_agg(quote_ident(column_name), ', ') as list from information_schema.columns
     where table_name = 'responses' and column_name not in ('id', 'client_id')
       and is_generated = 'NEVER'`,
  );
  const list = rows[0]?.list ?? '';
  await database.query(
    `insert into responses (client_id, ${list})
     select 'offline_copy_' || n, ${list} from responses, generate_series(1, $1) n`,
    [times],
  );
}
