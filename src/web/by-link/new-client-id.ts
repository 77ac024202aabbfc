/** Returns a client id. The server stores a record only once, even if it is sent again with the same id. */
export function newClientId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `link-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
