import { addressOf, OfflineError, orOffline, readAnswer, refusal, type Call } from './api.ts';
import { endWhenOffline } from './end-when-offline.ts';
import { fetchInSession } from './fetch-in-session.ts';

/**
 * Downloads a file that the server creates, and saves it under the name that the server gives.
 * Resolves when all of it has arrived; rejects like `call`.
 */
export function download({
  path,
  query = {},
  signal: caller,
}: Pick<Call<unknown>, 'path' | 'query' | 'signal'>): Promise<void> {
  return endWhenOffline(async (signal) => {
    const init: RequestInit = { credentials: 'include', signal };
    const response = await orOffline(() => fetchInSession(addressOf(path, query), init));
    if (!response.ok) throw refusal(path, await readAnswer(response));
    const name = fileNameOf(response.headers.get('content-disposition') ?? '');
    // The sign-in page of a hotel's network is not our file.
    if (name === undefined) throw new OfflineError();
    save(await orOffline(() => response.blob()), name);
  }, caller);
}

function fileNameOf(disposition: string): string | undefined {
  const encoded = /^attachment;.*filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1];
  return encoded === undefined ? undefined : decodeURIComponent(encoded);
}

export function save(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has started the download by the time this runs.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
