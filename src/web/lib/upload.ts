import { requestKeyHeader } from '#domain/sync/client-id.ts';
import { hasNetwork, isUnanswered, OfflineError, resultOf, type Call } from './api.ts';

type Upload<T> = Pick<Call<T>, 'path' | 'schema' | 'signal'> & {
  /** Sent in the form's field `file`. */
  file: File;
  /** Values of the form's other fields. */
  fields?: Record<string, string>;
  requestKey: string;
  /** Called with the share of the bytes that have left this device, 0 to 1. */
  onProgress: (share: number) => void;
};

/**
 * Uploads a file and reports its progress, which `fetch` cannot do. Rejects like `call`. If its
 * signal aborts, it rejects with an AbortError. The server may have the whole file by then, and
 * takes it all the same: see {@link isPerhapsDone}.
 *
 * Until the reply comes, the browser asks before it leaves the page: nobody would learn then what was stored.
 */
export async function upload<T>(request: Upload<T>): Promise<T> {
  const { path, file, fields = {}, requestKey, onProgress, signal } = request;
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', file);
  signal?.throwIfAborted();
  const sending = new XMLHttpRequest();
  sending.open('POST', path);
  sending.setRequestHeader('accept', 'application/json');
  sending.setRequestHeader(requestKeyHeader, requestKey);
  sending.upload.addEventListener('progress', ({ loaded, total }) => {
    if (total > 0) onProgress(loaded / total);
  });
  signal?.addEventListener('abort', () => sending.abort());
  const isSent = hasNetwork();
  const arrived = new Promise<void>((resolve, reject) => {
    sending.addEventListener('load', () => resolve());
    sending.addEventListener('error', () => reject(new OfflineError({ isSent })));
    sending.addEventListener('abort', () =>
      reject(new DOMException('The upload was given up', 'AbortError')),
    );
  });
  sending.send(form);
  // A function of this upload alone, so that another upload which ends first does not remove it.
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener('beforeunload', ask);
  await arrived.finally(() => window.removeEventListener('beforeunload', ask));
  return resultOf(request, {
    status: sending.status,
    statusText: sending.statusText,
    contentType: sending.getResponseHeader('content-type') ?? '',
    text: sending.responseText,
  });
}

/** Returns whether the server may have taken the file although the upload failed or was cancelled. */
export function isPerhapsDone(error: Error): boolean {
  return error.name === 'AbortError' || isUnanswered(error);
}
