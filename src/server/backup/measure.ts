import { createHash } from 'node:crypto';
import { Transform, Writable } from 'node:stream';

export type Measured = { bytes: number; rows: number; sha256: string };

const lineFeed = 0x0a;

/**
 * Returns a stream that passes chunks on, and a function that returns what passed. Rows are lines:
 * COPY writes a line feed within a value as `\n`.
 */
export function createMeasure() {
  const hash = createHash('sha256');
  let bytes = 0;
  let rows = 0;
  return {
    pass: new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        hash.update(chunk);
        bytes += chunk.length;
        for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, at + 1))
          rows += 1;
        done(null, chunk);
      },
    }),
    result: (): Measured => ({ bytes, rows, sha256: hash.digest('hex') }),
  };
}

/** Returns a stream that discards what is written, for data that is only measured. */
export function discard(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}
