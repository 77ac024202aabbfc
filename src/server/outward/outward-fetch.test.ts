import { once } from 'node:events';
import http, { type RequestListener } from 'node:http';
import https from 'node:https';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import tls from 'node:tls';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { addressKind } from './address-kind.ts';
import { createOutwardFetch, type OutwardFetch } from './outward-fetch.ts';

/** The servers that the addresses of these tests lead to. */
const servers: Server[] = [];
let port: number;
let lastBody = '';
let calls = 0;
const behaviour: Record<string, RequestListener> = {
  '/echo': (request, reply) => {
    lastBody = '';
    request.on('data', (part: Buffer) => (lastBody += part.toString()));
    request.on('end', () => {
      const { method, headers } = request;
      const seen = `${method} ${String(headers['x-mark'])} ${headers['content-type']}`;
      reply.writeHead(201, { 'x-seen': seen }).end('received');
    });
  },
  '/redirect': (_, reply) => void reply.writeHead(302, { location: '/echo' }).end('elsewhere'),
  '/nothing': (_, reply) => void reply.writeHead(204).end(),
  '/failing': (_, reply) => void reply.writeHead(500).end('no'),
  '/large': (_, reply) => void reply.end('x'.repeat(5_001)),
  '/endless': (_, reply) => void write(reply, 'x'.repeat(1_000), 1),
  '/trickle': (_, reply) => void write(reply, 'x', 20),
  '/silent': () => {},
  '/cut': (_, reply) => {
    reply.writeHead(200, { 'content-length': 10 });
    reply.write('half', () => reply.destroy());
  },
};

async function write(reply: http.ServerResponse, words: string, pause: number) {
  while (!reply.destroyed) {
    reply.write(words);
    await sleep(pause);
  }
}

async function listen(server: Server): Promise<number> {
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

beforeAll(async () => {
  port = await listen(
    http.createServer((request, reply) => {
      calls += 1;
      behaviour[request.url ?? '']?.(request, reply);
    }),
  );
});
afterAll(() => {
  for (const server of servers) {
    if (server instanceof http.Server) server.closeAllConnections();
    server.close();
  }
});

const limits = { connect: 400, total: 700, size: 5_000 };
const open = createOutwardFetch({ allowsPrivate: true, allowsHttp: true }, limits);
const strict = createOutwardFetch({ allowsPrivate: false, allowsHttp: true }, limits);
const at = (path: string) => `http://127.0.0.1:${port}${path}`;

const failureOf = (call: ReturnType<OutwardFetch>) =>
  call.then(
    () => 'none',
    (error: { failure?: string }) => error.failure ?? String(error),
  );

test('sends what it is given, and returns the answer as fetch does', async () => {
  const answer = await open(at('/echo'), {
    method: 'POST',
    headers: { 'x-mark': 'here' },
    body: new URLSearchParams({ name: 'Łódź' }),
  });
  expect([answer.status, await answer.text()]).toEqual([201, 'received']);
  expect(answer.headers.get('x-seen')).toBe(
    'POST here application/x-www-form-urlencoded;charset=UTF-8',
  );
  expect(lastBody).toBe('name=%C5%81%C3%B3d%C5%BA');
  expect((await open(at('/nothing'))).status).toBe(204);
  expect((await open(at('/failing'))).status).toBe(500);
});

test('refuses what is no address to call, before it calls anybody', async () => {
  const byHttps = createOutwardFetch({ allowsPrivate: true, allowsHttp: false }, limits);
  const before = calls;
  expect(await failureOf(byHttps(at('/echo')))).toBe('bad-address');
  for (const address of ['ftp://hooks.example/', 'file:///etc/passwd', 'hooks.example', ''])
    expect([address, await failureOf(open(address))]).toEqual([address, 'bad-address']);
  expect(await failureOf(open(`http://name:secret@127.0.0.1:${port}/echo`))).toBe('bad-address');
  expect(calls).toBe(before);
});

test('calls neither this machine nor its network, however they are written', async () => {
  const before = calls;
  const written = ['127.0.0.1', '2130706433', '0x7f.1', '0177.0.0.1', '127.1', '0.0.0.0', '0'];
  const names = ['localhost', 'LOCALHOST', '[::1]', '[::]', '[::ffff:127.0.0.1]'];
  const others = [
    '10.0.0.1',
    '169.254.169.254',
    '[fe80::1]',
    '[fd00:ec2::254]',
    '[64:ff9b::7f00:1]',
  ];
  for (const host of [...written, ...names, ...others])
    expect([host, await failureOf(strict(`http://${host}:${port}/echo`))]).toEqual([
      host,
      'private-address',
    ]);
  expect(calls).toBe(before);
});

test('with the setting it calls its own network, and link-local addresses never', async () => {
  expect((await open(`http://localhost:${port}/echo`)).status).toBe(201);
  for (const host of ['169.254.169.254', '[fe80::1]', '0.0.0.0', '[::ffff:127.0.0.1]'])
    expect([host, await failureOf(open(`http://${host}:${port}/echo`))]).toEqual([
      host,
      'private-address',
    ]);
});

test.each([
  ['8.8.8.8', 'public'],
  ['172.15.255.255', 'public'],
  ['172.16.0.0', 'own'],
  ['172.31.255.255', 'own'],
  ['172.32.0.0', 'public'],
  ['192.168.1.1', 'own'],
  ['100.64.0.1', 'own'],
  ['100.128.0.1', 'public'],
  ['169.254.0.1', 'never'],
  ['198.19.255.255', 'never'],
  ['224.0.0.1', 'never'],
  ['255.255.255.255', 'never'],
  ['2606:4700::1111', 'public'],
  ['::1', 'own'],
  ['fd12::1', 'own'],
  ['fe80::1', 'never'],
  ['ff02::1', 'never'],
  ['::ffff:8.8.8.8', 'never'],
  ['::ffff:a00:1', 'never'],
  ['2002:7f00:1::', 'never'],
  ['2001::1', 'never'],
  ['64:ff9b::8.8.8.8', 'never'],
  ['not an address', 'never'],
])('%s is %s', (address, kind) => {
  expect(addressKind(address)).toBe(kind);
});

test('a name is looked up once, and each of its addresses must be allowed', async () => {
  const looks: string[] = [];
  const here = { address: '127.0.0.1', family: 4 };
  const answers = [
    [{ address: '8.8.8.8', family: 4 }, here],
    [{ address: '::ffff:127.0.0.1', family: 6 }],
    [here],
  ];
  const rebinding = createOutwardFetch(
    { allowsPrivate: false, allowsHttp: true },
    limits,
    async (host) => {
      looks.push(host);
      return answers[looks.length - 1]!;
    },
  );
  const before = calls;
  for (const [index] of answers.entries()) {
    expect(await failureOf(rebinding(`http://hooks.example:${port}/echo`))).toBe('private-address');
    expect(looks).toHaveLength(index + 1);
  }
  expect(calls).toBe(before);
});

test('a name that is answered differently each time is believed once', async () => {
  let looks = 0;
  const wavering = createOutwardFetch(
    { allowsPrivate: true, allowsHttp: true },
    limits,
    async () => {
      looks += 1;
      return [{ address: looks === 1 ? '127.0.0.1' : '169.254.169.254', family: 4 }];
    },
  );
  expect((await wavering(`http://hooks.example:${port}/echo`)).status).toBe(201);
  expect(looks).toBe(1);
});

test('an answer is neither redirected, nor larger, nor slower than is allowed', async () => {
  expect(await failureOf(open(at('/redirect')))).toBe('redirected');
  expect(await failureOf(open(at('/large')))).toBe('too-large');
  expect(await failureOf(open(at('/endless')))).toBe('too-large');
  expect(await failureOf(open(at('/cut')))).toBe('unreadable');
  for (const path of ['/silent', '/trickle']) {
    const began = performance.now();
    expect(await failureOf(open(at(path)))).toBe('too-slow');
    expect(performance.now() - began).toBeLessThan(limits.total + 10_000);
  }
});

test('what does not answer, or not in HTTP, is told apart', async () => {
  const talker = await listen(createServer((socket) => socket.end('220 mail at your service\r\n')));
  expect(await failureOf(open(`http://127.0.0.1:${talker}/`))).toBe('unreadable');
  const silent = await listen(createServer(() => {}));
  const patient = createOutwardFetch(
    { allowsPrivate: true, allowsHttp: false },
    { ...limits, total: 60_000 },
  );
  // The connection is made, but the certificate never comes.
  expect(await failureOf(patient(`https://127.0.0.1:${silent}/`))).toBe('too-slow');
  expect(await failureOf(open('http://127.0.0.1:1/'))).toBe('unreachable');
  const unknown = createOutwardFetch({ allowsPrivate: true, allowsHttp: true }, limits, () =>
    Promise.reject(Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' })),
  );
  expect(await failureOf(unknown('https://nobody.example/'))).toBe('unknown-host');
});

test("the caller's own signal ends it, with the caller's own reason", async () => {
  const stop = new AbortController();
  const call = open(at('/silent'), { signal: stop.signal });
  stop.abort(new Error('No longer wanted'));
  await expect(call).rejects.toThrow('No longer wanted');
});

test('a certificate must be valid for the name', async () => {
  const secure = await listen(
    https.createServer({ key, cert: certificate }, (_, reply) => void reply.end('hello')),
  );
  const toHere = createOutwardFetch(
    { allowsPrivate: true, allowsHttp: false },
    limits,
    async () => [{ address: '127.0.0.1', family: 4 }],
  );
  expect(await failureOf(toHere(`https://hooks.example:${secure}/`))).toBe('not-trusted');
  const usual = tls.getCACertificates();
  tls.setDefaultCACertificates([...usual, certificate]);
  try {
    expect(await (await toHere(`https://hooks.example:${secure}/`)).text()).toBe('hello');
    expect(await failureOf(toHere(`https://other.example:${secure}/`))).toBe('not-trusted');
  } finally {
    tls.setDefaultCACertificates(usual);
  }
});

/** A self-signed certificate for hooks.example, valid until 2120, used only by this test. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgd0XoA5ecoZdyYlVd
bQJqIrTE9LXfoXuHEZ0t0Ktn3AyhRANCAAQ/b6KrWj85OcpaXrnEvgOVZYYFPl3b
mxJHWzhpUFZ7yaAzVu9wv8C8WhBzHDw6n3S9ddVGgfRRXHdgLVit/+ih
-----END PRIVATE KEY-----`;
const certificate = `-----BEGIN CERTIFICATE-----
MIIBajCCARCgAwIBAgIBATAKBggqhkjOPQQDAjAYMRYwFAYDVQQDDA1ob29rcy5l
eGFtcGxlMCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjAYMRYwFAYD
VQQDDA1ob29rcy5leGFtcGxlMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEP2+i
q1o/OTnKWl65xL4DlWWGBT5d25sSR1s4aVBWe8mgM1bvcL/AvFoQcxw8Op90vXXV
RoH0UVx3YC1Yrf/ooaNJMEcwGAYDVR0RBBEwD4INaG9va3MuZXhhbXBsZTAMBgNV
HRMEBTADAQH/MB0GA1UdDgQWBBRftaq4WKxx81quc3G4fTFv5KAPvTAKBggqhkjO
PQQDAgNIADBFAiAcsE43/PtcaxcdM4jE8WS/1+qp6Id/Jj1Z366NUBiVcwIhAKxn
RdEKi54m0gduMXgqZTVFrpu3yEIOHMquanQH4lDj
-----END CERTIFICATE-----`;
