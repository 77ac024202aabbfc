import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { promisify } from 'node:util';

import { must, type Chaos } from './report.ts';
import { withServer } from './with-server.ts';

const run = promisify(execFile);

/**
 * Uploads files until a disk of four megabytes is full, then makes space again. Needs the right to
 * mount.
 */
export async function fullDisk({ rounds, say }: Chaos): Promise<void> {
  const mountDisk = async (dataDir: string) => {
    await mkdir(dataDir, { recursive: true });
    await run('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', dataDir]);
    return async () => void (await run('umount', ['--lazy', dataDir]));
  };
  await withServer(async ({ address, cookie, call, hotelId }) => {
    const path = `/api/hotels/${hotelId}/evaluation-documents`;
    const upload = async () => {
      const body = new FormData();
      const content = `%PDF-1.4\n${'x'.repeat(900_000)}\n%%EOF\n`;
      body.append('file', new Blob([content]), 'large.pdf');
      const answer = await fetch(address + path, { method: 'POST', headers: { cookie }, body });
      return answer.status;
    };
    for (let round = 0; round < rounds; round += 1) {
      let status = 201;
      for (let n = 0; n < 8 && status === 201; n += 1) status = await upload();
      must(status === 507, `A full disk answers ${status}`);
      must((await call('GET', '/api/ready')).status === 200, 'Not ready');
      const documents = (await call('GET', path)).body as { id: number }[];
      must(documents.length === 4, `${documents.length} documents`);
      for (const { id } of documents)
        must(
          (await call('DELETE', `/api/evaluation-documents/${id}`)).status === 204,
          'Not deleted',
        );
    }
  }, mountDisk);
  say(`${rounds} times a full disk: refused with 507, and taken again once there was room`);
}
