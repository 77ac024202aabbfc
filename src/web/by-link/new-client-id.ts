/** Returns a name for something that is sent. Sent again under the same name, it is stored once. */
export function newClientId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `link-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
