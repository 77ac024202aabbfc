import { useRef, useState } from 'react';

import { callByLink, LinkError } from './call-by-link.ts';
import { newClientId } from './new-client-id.ts';
import type { PreparedPhoto } from './prepare-photo.ts';

type Waiting = PreparedPhoto & { fileId: string };

/**
 * Returns the state and functions for sending a photo of an action. A photo that did not arrive waits on this
 * page until somebody presses again. A reload loses it, and the message says so.
 */
export function usePhoto(
  actionId: number,
  { onBegin, onSent }: { onBegin: () => void; onSent: () => void },
) {
  const [waiting, setWaiting] = useState<Waiting>();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const isSending = useRef(false);
  const during = async (act: () => Promise<void>) => {
    if (isSending.current) return;
    isSending.current = true;
    setBusy(true);
    setError(undefined);
    onBegin();
    try {
      await act();
    } catch (failure) {
      const why = failure instanceof LinkError ? failure.message : 'Please try again.';
      setError(`The photo was not sent. ${why} It waits here while this page is open.`);
    } finally {
      isSending.current = false;
      setBusy(false);
    }
  };
  const put = async ({ fileId, form, digest, width, height }: Waiting) => {
    const query = new URLSearchParams({ width: String(width), height: String(height) });
    await callByLink<unknown>({
      method: 'PUT',
      path: `/api/link/actions/${actionId}/photos/${fileId}?${query.toString()}`,
      body: form,
      headers: { 'x-envelope-digest': digest },
    });
    const body = { clientId: `${fileId}-event`, kind: 'evidence', fileIds: [fileId] };
    await callByLink<unknown>({
      method: 'POST',
      path: `/api/link/actions/${actionId}/events`,
      body,
    });
    setWaiting(undefined);
    onSent();
  };
  const send = (file: File) =>
    during(async () => {
      const prepared = await prepare(file);
      if (typeof prepared === 'string') {
        setError(prepared);
        return;
      }
      const next = { ...prepared, fileId: newClientId() };
      setWaiting(next);
      await put(next);
    });
  const sendAgain = () => during(async () => waiting && put(waiting));
  const discard = () => {
    setWaiting(undefined);
    setError(undefined);
  };
  return { send, sendAgain, discard, waits: waiting !== undefined, isBusy, error };
}

/** Makes the photo small. Returns in words why that failed. */
async function prepare(file: File): Promise<PreparedPhoto | string> {
  try {
    const { preparePhoto } = await import('./prepare-photo.ts');
    return (
      (await preparePhoto(file)) ??
      'This browser cannot read this picture. Take it with the camera, or save it as JPEG.'
    );
  } catch {
    return 'The photo could not be prepared. Check the network and choose it again.';
  }
}
