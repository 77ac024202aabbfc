import { problemSchema } from '#domain/problems/problem.ts';
import { secretWord } from './hostile-values.ts';
import type { Heard } from './send.ts';
import { answerWords, type World } from './world.ts';

/** Words that only the inside of the server knows. */
const inside = [
  /\n\s+at [^\n]+:\d+:\d+/,
  /node_modules|src\/server|file:\/\/\//,
  /syntax error at or near|violates [\w-]+ constraint|duplicate key value|invalid input syntax/,
  /invalid byte sequence|out of range for type|current transaction is aborted|deadlock detected/,
  /relation "|column "|Failing row|DatabaseError|ZodError|TypeError|RangeError|FST_ERR|kysely/,
  /Invalid (input|option|string|key|ISO)\b|Too (big|small): expected/,
  /ECONN|EPIPE|ENOENT|ENAMETOOLONG|EISDIR/,
];

/** Returns what a reply must not show; empty when it is fine. */
export function complaintsAbout(
  heard: Heard,
  { tokens }: World,
  mayRead: boolean,
  path: string,
): string[] {
  const { status, headers, text } = heard;
  const complaints: string[] = [];
  if (status >= 500 && !(status === 503 && headers['retry-after'] !== undefined))
    complaints.push(`answered ${status}`);
  if (status >= 400 && text !== '') {
    complaints.push(...formOf(heard));
    complaints.push(...inside.filter((words) => words.test(text)).map((words) => `tells ${words}`));
  }
  if (text.includes('$argon2')) complaints.push('tells a hash');
  if (text.includes(secretWord)) complaints.push('repeats a password');
  if (tokens.some((token) => text.includes(token))) complaints.push('tells a session');
  if (!mayRead && text.includes(answerWords)) complaints.push('tells what is not theirs');
  if (text.includes('default-password') && !path.startsWith('/api/settings'))
    complaints.push('tells the default password');
  return complaints;
}

function formOf({ status, headers, text }: Heard): string[] {
  if (!String(headers['content-type']).startsWith('application/problem+json'))
    return [`is no problem but ${String(headers['content-type'])}`];
  try {
    const problem = problemSchema.parse(JSON.parse(text));
    return problem.status === status ? [] : [`is a problem of ${problem.status}`];
  } catch {
    return ['is a problem of no known form'];
  }
}

/** Returns the same for everything that the server wrote to its log. */
export function complaintsAboutLog(log: string, tokens: string[]): string[] {
  const forbidden = [
    ['a hash', '$argon2'],
    ['a password', secretWord],
    ['the default password', 'default-password'],
    ['an answer', answerWords],
    ...tokens.map((token) => ['a session', token] as const),
  ] as const;
  return [
    ...forbidden
      .filter(([, words]) => log.includes(words))
      .map(([what]) => `The log tells ${what}`),
    ...log
      .split('\n')
      // In a line of JSON, the lines of a stack trace are separated like this.
      .map((line) => line.replaceAll(String.raw`\n`, '\n'))
      .flatMap((line) =>
        inside.flatMap((words) =>
          words.test(line) ? [`The log tells ${words}: ${line.slice(0, 1_000)}`] : [],
        ),
      )
      .slice(0, 10),
  ];
}

/** Returns the replies on a bare connection, in their order. */
export function answersIn(text: string): Heard[] {
  return text
    .split(/(?=HTTP\/1\.[01] \d{3})/)
    .filter((part) => part.startsWith('HTTP/'))
    .map((part) => {
      const [head = '', ...rest] = part.split('\r\n\r\n');
      const [first = '', ...lines] = head.split('\r\n');
      const headers = Object.fromEntries(
        lines.map((line) => [
          line.split(':')[0]?.toLowerCase() ?? '',
          line.slice(line.indexOf(':') + 1).trim(),
        ]),
      );
      const text = rest.join('\r\n\r\n');
      // A body with just a last chunk is empty.
      return {
        status: Number(first.split(' ')[1]),
        headers,
        text: /^0\s*$/.test(text) ? '' : text,
      };
    });
}
