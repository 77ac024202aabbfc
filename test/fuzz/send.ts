import { Agent, request } from 'node:http';
import { connect } from 'node:net';

import type { BareBytes } from './bare-bytes.ts';

export type Sent = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: Buffer | string | undefined;
};
export type Heard = { status: number; headers: Record<string, unknown>; text: string };
export type Send = (sent: Sent) => Promise<Heard>;

/** Milliseconds after which a call counts as hanging, even on a busy machine. */
const patience = 60_000;

/**
 * Opens the sender's side of the connection. A connection that ends without a reply has status 0.
 */
export function openWire(address: string): {
  send: Send;
  bare: (sent: BareBytes) => Promise<string>;
  close: () => void;
} {
  const { hostname, port } = new URL(address);
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const ask = (sent: Sent, by: Agent | false): Promise<Heard> =>
    new Promise((resolve, reject) => {
      const { body, ...given } = sent;
      // Without it, bytes that follow a HEAD would begin another request.
      const length =
        body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      const call = request({
        ...{ hostname, port, agent: by, timeout: patience },
        ...{ ...given, headers: { ...length, ...given.headers } },
      });
      call.on('response', (answer) => {
        const parts: Buffer[] = [];
        const told = () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            text: Buffer.concat(parts).toString('latin1'),
          });
        answer
          .on('data', (part: Buffer) => parts.push(part))
          .on('end', told)
          .on('error', told);
      });
      call.on('timeout', () => reject(new Error(`No answer in ${patience} ms`)));
      call.on('error', () =>
        // A kept connection may end because of an earlier request. As browsers do, send this one
        // again on its own connection.
        resolve(call.reusedSocket ? ask(sent, false) : { status: 0, headers: {}, text: '' }),
      );
      call.end(body);
    });
  const send: Send = (sent) => ask(sent, agent);
  const bare = ({ bytes, end }: BareBytes) =>
    new Promise<string>((resolve, reject) => {
      let text = '';
      const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
      socket.setTimeout(patience, () =>
        reject(new Error(`The connection hung for ${patience} ms`)),
      );
      socket.on('data', (part) => (text += part.toString('latin1')));
      socket.on('end', () => socket.destroy());
      socket.on('error', () => resolve(text));
      socket.on('close', () => resolve(text));
      socket.write(bytes, () => (end === 'reset' ? socket.resetAndDestroy() : socket.end()));
    });
  return { send, bare, close: () => agent.destroy() };
}
