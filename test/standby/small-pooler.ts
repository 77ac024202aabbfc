import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * Opens a pooler of PostgreSQL's protocol that works like PgBouncer before 1.21. It refuses settings that a
 * client brings (or drops them with `dropsSettings`), sends the client a process id of its own making, and does
 * not support prepared statements. In transaction mode a client has a connection of the server until its
 * transaction ends, and the next client gets the one that was used last. A real pooler does not come with the
 * packages.
 */
export async function openSmallPooler(
  socketPath: string,
  mode: 'transaction' | 'session',
  { dropsSettings = false } = {},
): Promise<{ port: number; close: () => void }> {
  const idle: Socket[] = [];
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket.on('error', () => {}));
    return socket;
  };
  const serve = (client: Socket) => {
    let server: Socket | null = null;
    let isAsking = false;
    let unsent: Buffer[] = [];
    const attach = async () => {
      isAsking = true;
      const own = idle.pop() ?? (await openConnection(keep(connect(socketPath))));
      server = own.on('data', (bytes) => {
        client.write(bytes);
        if (mode === 'session' || !endsIdle(bytes)) return;
        own.removeAllListeners('data');
        server = null;
        idle.push(own);
      });
      isAsking = false;
      for (const part of unsent.splice(0)) own.write(part);
    };
    client.on('close', () => server?.destroy());
    client.once('data', (start) => {
      const refused = settingsOf(start).find((name) => !taken.has(name));
      if (refused !== undefined && !dropsSettings) return void client.end(refusal(refused));
      client.write(welcome());
      client.on('data', (bytes) => {
        if (bytes[0] === 'X'.charCodeAt(0)) return void client.destroy();
        if (server) return void server.write(bytes);
        unsent = [...unsent, bytes];
        if (!isAsking) void attach();
      });
    });
  };
  const pooler = createServer((client) => serve(keep(client))).listen(0, '127.0.0.1');
  await once(pooler, 'listening');
  return {
    port: (pooler.address() as AddressInfo).port,
    close: () => {
      for (const socket of sockets) socket.destroy();
      pooler.close();
    },
  };
}

const taken = new Set(['user', 'database', 'client_encoding', 'application_name']);

/** Returns the names of the settings in a client's first message. */
function settingsOf(start: Buffer): string[] {
  return start
    .toString('utf8', 8)
    .split('\0')
    .filter((word, place) => place % 2 === 0 && word !== '');
}

function message(kind: string, ...parts: (string | number)[]): Buffer {
  const body = Buffer.concat(
    parts.map((part) => {
      if (typeof part === 'string') return Buffer.from(part);
      const number = Buffer.alloc(4);
      number.writeInt32BE(part);
      return number;
    }),
  );
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(kind), length, body]);
}

const refusal = (name: string) =>
  message('E', `SFATAL\0VFATAL\0C08P01\0Munsupported startup parameter: ${name}\0\0`);

let made = 1_000_000;
const welcome = () =>
  Buffer.concat([message('R', 0), message('K', (made += 1), made), message('Z', 'I')]);

/** True when these bytes end with the message that no transaction is under way. */
const endsIdle = (bytes: Buffer) => bytes.subarray(-6).equals(message('Z', 'I'));

async function openConnection(socket: Socket): Promise<Socket> {
  const settings = 'user\0app\0database\0bellwether\0\0';
  const start = message('', 196_608, settings);
  socket.write(start);
  let said = Buffer.alloc(0);
  while (!endsIdle(said)) {
    const [bytes] = (await once(socket, 'data')) as [Buffer];
    said = Buffer.concat([said, bytes]);
  }
  return socket;
}
