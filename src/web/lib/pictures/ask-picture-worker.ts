import type { PictureJob, PictureReply } from './picture-worker.ts';

let worker: Worker | null = null;

/**
 * Has the worker make a picture smaller. Returns null where the browser has no such worker, or the
 * worker cannot read the picture. Call it for one picture at a time.
 */
export async function askPictureWorker(job: PictureJob): Promise<PictureReply> {
  if (!('Worker' in globalThis && 'OffscreenCanvas' in globalThis)) return null;
  worker ??= new Worker(new URL('./picture-worker.ts', import.meta.url), { type: 'module' });
  const asked = worker;
  const ended = new AbortController();
  return new Promise<PictureReply>((resolve) => {
    const once = { signal: ended.signal };
    asked.addEventListener(
      'message',
      ({ data }: MessageEvent<PictureReply>) => resolve(data),
      once,
    );
    asked.addEventListener(
      'error',
      () => {
        // It did not start, or ran out of memory. The next picture gets a new one.
        asked.terminate();
        worker = null;
        resolve(null);
      },
      once,
    );
    asked.postMessage(job);
  }).finally(() => ended.abort());
}
