import type { Envelope } from './database.ts';

/** Saves a response as a file: the very bytes that would have been sent. */
export function exportEnvelope({ clientId, body }: Envelope): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([body], { type: 'application/json' }));
  link.download = `${clientId}.json`;
  link.click();
  // The browser has taken it in hand by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
