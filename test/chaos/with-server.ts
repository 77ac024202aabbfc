import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import pg from 'pg';

import { startPostgres } from '#server/embedded/start-postgres.ts';
import type { RemoteCall } from '../load.ts';
import { callWith, cookieFrom, databaseUrlOf, startServerProcess } from '../server-process.ts';
import { must } from './report.ts';

export type Watched = {
  address: string;
  cookie: string;
  call: RemoteCall;
  dataDir: string;
  /** A connection of its own to the server's database. */
  database: pg.Client;
  /** A hotel for the documents of a test. */
  hotelId: number;
  /** Returns the bytes of memory that the server's process uses. */
  memory: () => Promise<number>;
  /** Returns how many database connections of the server are busy. */
  connectionsHeld: () => Promise<number>;
};

const metricsToken = 'the-token-of-the-chaos';

/**
 * Runs a server whose database the test can inspect. Afterwards the server must end without an
 * error.
 */
export async function withServer(
  act: (watched: Watched) => Promise<void>,
  prepare: (dataDir: string) => Promise<() => Promise<void>> = async () => async () => {},
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-chaos-'));
  const dataDir = join(folder, 'data');
  const putAway = await prepare(dataDir);
  const postgres = await startPostgres({ dataDir: join(folder, 'database'), log: () => {} });
  const database = new pg.Client(postgres.connection);
  try {
    await database.connect();
    const server = await startServerProcess(dataDir, {
      DATABASE_URL: databaseUrlOf(postgres),
      METRICS_TOKEN: metricsToken,
      LOG_LEVEL: 'silent',
    });
    const { address } = server;
    const cookie = await cookieFrom(address);
    const call = callWith(address, cookie);
    const hotelId = await makeHotel(database);
    const memory = () => readMemory(address);
    const connectionsHeld = () => countHeld(database);
    await act({ address, cookie, call, dataDir, database, hotelId, memory, connectionsHeld });
    const begun = Date.now();
    const code = await server.stop();
    must(code === 0, `It ended with ${code} after ${Date.now() - begun} ms`);
  } finally {
    await database.end();
    await postgres.stop();
    await putAway();
    await rm(folder, { recursive: true, force: true });
  }
}

async function makeHotel(database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ id: number }>(
    `insert into hotels (hotel_id, hotel_name, hotel_chain, hotel_brand, hotel_address, hotel_city,
       hotel_state, hotel_country, hotel_postal_code, fpg_region)
     values ('C1', 'Harbour House', 'M', 'H', '1 Quay', 'Boston', 'MA', 'USA', '02110', 'East')
     returning id`,
  );
  return rows[0]?.id ?? 0;
}

async function countHeld(database: pg.Client): Promise<number> {
  const { rowCount } = await database.query(
    `select from pg_stat_activity where application_name = 'bellwether' and state <> 'idle'`,
  );
  return rowCount ?? 0;
}

async function readMemory(address: string): Promise<number> {
  const headers = { authorization: `Bearer ${metricsToken}` };
  const answer = await fetch(`${address}/api/metrics`, { headers });
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(await answer.text())?.[1]);
}
