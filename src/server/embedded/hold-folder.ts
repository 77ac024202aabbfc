import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { StartError } from '#server/start-error.ts';

/**
 * Makes sure that one server at a time uses the folder, from before the cluster is made until after
 * the database has ended. Returns a function that releases the folder.
 *
 * The holder listens on a socket in the folder. The kernel closes the socket however the server
 * ends. A file with a process id would stay behind, and a process id can be reused, or mean nothing
 * in another container.
 *
 * If another server holds the folder, this waits as long as a server can take to end. Then it
 * throws.
 */
export async function holdFolder(
  sockets: string,
  log: (line: string) => void,
  patience = 12_000,
): Promise<() => Promise<void>> {
  const path = join(sockets, 'server');
  const until = Date.now() + patience;
  let told = false;
  for (;;) {
    const server = await listen(path);
    if (server) return () => new Promise((resolve) => server.close(() => resolve()));
    if (await isHeld(path)) {
      if (Date.now() > until)
        throw new StartError(
          'Another Bellwether server is running with this DATA_DIR: stop it, or choose another one.',
        );
      if (!told) log('Another server has this DATA_DIR: waiting for it to end…');
      told = true;
      await sleep(200);
    } else {
      await rm(path, { force: true });
    }
  }
}

async function listen(path: string): Promise<Server | undefined> {
  const server = createServer((socket) => socket.destroy());
  // The socket must not keep the process alive.
  server.listen(path).unref();
  try {
    await once(server, 'listening');
    return server;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return undefined;
    throw error;
  }
}

async function isHeld(path: string): Promise<boolean> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
