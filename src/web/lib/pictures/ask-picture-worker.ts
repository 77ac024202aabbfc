import type { PictureJob, PictureReply } from './picture-worker.ts';
import type { OnThumbnail, ShrunkPicture } from './shrink-picture.ts';

let worker: Worker | null = null;

/** Starts the worker, so that the first picture need not wait for that. */
export function startPictureWorker(): void {
  if (!('Worker' in globalThis && 'OffscreenCanvas' in globalThis)) return;
  worker ??= new Worker(new URL('./picture-worker.ts', import.meta.url), { type: 'module' });
}

/**
 * Makes a picture smaller in the worker. Returns null when the browser does not support the worker, or the
 * worker cannot read the picture. Call it for one picture at a time.
 */
export async function askPictureWorker(
  job: PictureJob,
  onThumbnail: OnThumbnail,
): Promise<ShrunkPicture | null> {
  startPictureWorker();
  if (!worker) return null;
  const asked = worker;
  const ended = new AbortController();
  return new Promise<ShrunkPicture | null>((resolve) => {
    const once = { signal: ended.signal };
    const hear = ({ data }: MessageEvent<PictureReply>) =>
      'thumbnail' in data ? onThumbnail(data.thumbnail) : resolve(data.shrunk);
    asked.addEventListener('message', hear, once);
    asked.addEventListener(
      'error',
      () => {
        // The worker did not start, or ran out of memory. The next picture gets a new worker.
        asked.terminate();
        worker = null;
        resolve(null);
      },
      once,
    );
    asked.postMessage(job);
  }).finally(() => ended.abort());
}
