import { expect, test } from 'vitest';

import { inListenWords } from './listen-error.ts';
import { StartError } from './start-error.ts';

const at = { host: 'survey.example', port: 80 };
const errorOf = (code: string) => Object.assign(new Error(`listen ${code}`), { code });

// `test/start-refusals.test.ts` starts the server with such settings. Root may listen on any port.
test.each([
  ['EACCES', 'This account may not listen on port 80: set PORT to one above 1023.'],
  ['EADDRINUSE', 'Port 80 of survey.example is in use: set PORT to another one.'],
])('%s names the setting to change', (code, sentence) => {
  expect(inListenWords(errorOf(code), at)).toEqual(new StartError(sentence));
});

test('any other error stays as it is', () => {
  const error = errorOf('EINVAL');
  expect(inListenWords(error, at)).toBe(error);
});
