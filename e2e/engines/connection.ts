import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * Returns a connection from a browser to the server that can really be cut: a TCP proxy. When it is
 * cut, open connections are reset and its port stops listening, so that the engine itself finds no
 * connection. It keeps its port, because what a browser stores belongs to the address including the
 * port.
 */
export async function connectionTo(server: URL) {
  const open = new Set<Socket>();
  const proxy = createServer((near) => {
    const far = connect(Number(server.port), server.hostname);
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        open.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far).pipe(near);
  });
  const listen = (port: number) =>
    new Promise<void>((done, fail) => {
      proxy.once('error', fail);
      proxy.listen(port, '127.0.0.1', () => {
        proxy.off('error', fail);
        done();
      });
    });
  await listen(0);
  const { port } = proxy.address() as AddressInfo;
  const cut = async () => {
    const closed = new Promise((done) => proxy.close(done));
    for (const socket of open) socket.resetAndDestroy();
    await closed;
  };
  return {
    address: `http://127.0.0.1:${port}`,
    cut,
    restore: () => listen(port),
    end: async () => {
      if (proxy.listening) await cut();
    },
  };
}

export type Connection = Awaited<ReturnType<typeof connectionTo>>;
