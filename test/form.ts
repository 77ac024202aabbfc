const boundary = 'bellwether-test-form';

/**
 * Returns a form with one file, as a browser sends it: the body and the headers for `as(…)`.
 *
 *      as('asa')('POST', path, ...aForm('notes.txt', 'words'))
 */
export function aForm(
  fileName: string,
  content: Buffer | string,
  { field = 'file', headers = {} }: { field?: string; headers?: Record<string, string> } = {},
): [body: Buffer, headers: Record<string, string>] {
  const part = (disposition: string, type?: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n${type ? `Content-Type: ${type}\r\n` : ''}\r\n`;
  const body = Buffer.concat([
    Buffer.from(`${part('name="uploadedBy"')}Somebody Else\r\n`),
    Buffer.from(part(`name="${field}"; filename="${fileName}"`, 'application/octet-stream')),
    Buffer.from(content),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return [body, { 'content-type': `multipart/form-data; boundary=${boundary}`, ...headers }];
}
