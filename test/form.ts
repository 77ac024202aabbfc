const boundary = 'bellwether-test-form';

type Part = { field: string; name: string; content: Buffer | string };

/**
 * Returns a form with these files, as a browser sends it: the body and the headers for `as(…)`.
 */
export function aFormOf(
  files: readonly Part[],
  headers: Record<string, string> = {},
): [body: Buffer, headers: Record<string, string>] {
  const part = (disposition: string, type?: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n${type ? `Content-Type: ${type}\r\n` : ''}\r\n`;
  const body = Buffer.concat([
    Buffer.from(`${part('name="uploadedBy"')}Somebody Else\r\n`),
    ...files.flatMap(({ field, name, content }) => [
      Buffer.from(part(`name="${field}"; filename="${name}"`, 'application/octet-stream')),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
  return [body, { 'content-type': `multipart/form-data; boundary=${boundary}`, ...headers }];
}

/**
 * Returns a form with one file:
 *
 *      as('asa')('POST', path, ...aForm('notes.txt', 'words'))
 */
export function aForm(
  name: string,
  content: Buffer | string,
  { field = 'file', headers = {} }: { field?: string; headers?: Record<string, string> } = {},
): [body: Buffer, headers: Record<string, string>] {
  return aFormOf([{ field, name, content }], headers);
}
