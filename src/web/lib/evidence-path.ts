/** Returns the address of a file on the server, or of its thumbnail. */
export function evidencePath(fileId: string, part: 'file' | 'thumbnail'): string {
  const path = `/api/evidence/${encodeURIComponent(fileId)}`;
  return part === 'thumbnail' ? `${path}/thumbnail` : path;
}
