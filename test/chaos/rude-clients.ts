import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';

import { makeLoadSurvey, readStored, responseTo } from '../load.ts';
import { must, until, type Chaos } from './report.ts';
import { withServer } from './with-server.ts';

/** How many clients run at a time. */
const crowd = 20;

/**
 * Clients that disconnect: in the middle of an upload, in the middle of a JSON body, and just after
 * they sent it. The server keeps running, holds no connection for them, keeps no file of theirs,
 * and uses no more memory.
 */
export const rudeClients = ({ rounds, chance, say }: Chaos) =>
  withServer(async ({ address, cookie, call, dataDir, hotelId, memory, connectionsHeld }) => {
    const survey = await makeLoadSurvey(call);
    const rude = { address, cookie, chance };
    const upload = `/api/hotels/${hotelId}/evaluation-documents`;
    const form = { type: 'multipart/form-data; boundary=xx', body: formWith('x'.repeat(40_000)) };
    const kinds: Record<string, (n: number) => Promise<void>> = {
      'in the middle of an upload': () => sendAndGo(rude, upload, form, 'half'),
      'in the middle of a JSON body': (n) =>
        sendAndGo(rude, '/api/responses', json(responseTo(survey, `offline_half_${n}`)), 'half'),
      'just after a response': (n) =>
        sendAndGo(rude, '/api/responses', json(responseTo(survey, `offline_gone_${n}`)), 'whole'),
      'just after an upload': () => sendAndGo(rude, upload, form, 'whole'),
      'just after what takes a transaction': (n) =>
        sendAndGo(
          rude,
          '/api/surveys',
          json({ title: `S ${n}`, category: 'hospitality' }),
          'whole',
        ),
    };
    for (const [kind, act] of Object.entries(kinds)) {
      await inCrowds(Math.min(100, rounds), act);
      const before = await memory();
      await inCrowds(rounds, act);
      must((await call('GET', '/api/ready')).status === 200, `Not ready after leaving ${kind}`);
      await until(async () => (await connectionsHeld()) === 0, `connections, left ${kind}`);
      await until(async () => (await leftIn(dataDir)) === 0, `uploaded files, left ${kind}`);
      const grown = Math.round(((await memory()) - before) / 1e6);
      must(grown < 150, `${grown} MB more after ${rounds} left ${kind}`);
      say(`${rounds} clients left ${kind}: nothing held, ${grown} MB more`);
    }
    // Send again what was sent completely before, as the device would. It must then be stored once.
    for (let n = 0; n < rounds; n += 1) {
      const again = await call('POST', '/api/responses', responseTo(survey, `offline_gone_${n}`));
      must([200, 201].includes(again.status), `Sent again: ${again.status}`);
    }
    const stored = await readStored(call);
    must(stored.size === rounds, `${stored.size} responses of ${rounds}`);
  });

type Rude = { address: string; cookie: string; chance: () => number };
type Content = { type: string; body: string };

const json = (body: object): Content => ({ type: 'application/json', body: JSON.stringify(body) });
const formWith = (content: string) =>
  '--xx\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n' +
  `content-type: application/pdf\r\n\r\n%PDF-1.4\n${content}\n%%EOF\n\r\n--xx--\r\n`;

/**
 * Sends the headers and all or a part of the body, then disconnects, with or without closing
 * properly.
 */
async function sendAndGo(
  { address, cookie, chance }: Rude,
  path: string,
  { type, body }: Content,
  much: 'half' | 'whole',
): Promise<void> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  await once(socket, 'connect');
  const head =
    `POST ${path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncookie: ${cookie}\r\n` +
    `content-type: ${type}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n`;
  const sent = much === 'whole' ? body : body.slice(0, Math.floor(chance() * body.length));
  await new Promise((resolve) => void socket.write(head + sent, resolve));
  const wait = chance() * 10;
  await new Promise((resolve) => void setTimeout(resolve, wait));
  const closed = once(socket, 'close');
  if (chance() < 0.5) socket.resetAndDestroy();
  else socket.destroy();
  await closed;
}

async function inCrowds(times: number, act: (n: number) => Promise<void>): Promise<void> {
  for (let first = 0; first < times; first += crowd)
    await Promise.all(
      Array.from({ length: Math.min(crowd, times - first) }, (_, n) => act(first + n)),
    );
}

async function leftIn(dataDir: string): Promise<number> {
  return (await readdir(join(dataDir, 'uploads')).catch(() => [])).length;
}
