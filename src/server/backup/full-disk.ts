/** True when a file could not be written because the disk, or the share of it that one may use, is full. */
export function isFullDisk(error: unknown): error is NodeJS.ErrnoException {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOSPC' || code === 'EDQUOT';
}
