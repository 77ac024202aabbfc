import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

import type { S3Settings } from '#server/config.ts';

const program = createRequire(import.meta.url).resolve('s3rver/bin/s3rver.js');

/**
 * Starts a storage that speaks S3 as others understand it (s3rver), in a process of its own. It
 * reveals misunderstandings of the protocol that `s3-server.ts` shares with our code. It checks no
 * signature and cannot be told to fail: `s3-server.ts` does both.
 */
export async function startForeignS3Server(
  directory: string,
): Promise<{ settings: S3Settings; close: () => Promise<void> }> {
  const bucket = 'evaluation-documents';
  const child = spawn(
    process.execPath,
    [
      program,
      ...['--directory', directory, '--address', '127.0.0.1', '--port', '0'],
      ...['--configure-bucket', bucket],
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const port = await listening(child.stdout);
  return {
    settings: {
      ...{ bucket, endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1', pathStyle: true },
      // The only key pair that it accepts.
      ...{ accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    },
    close: async () => {
      child.kill();
      await once(child, 'exit');
    },
  };
}

async function listening(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const port = /listening on \S+:(\d+)/.exec(line)?.[1];
    if (port !== undefined) {
      output.resume();
      return port;
    }
  }
  throw new Error('The foreign storage did not start');
}
