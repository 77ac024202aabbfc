import { problemTypes } from '#server/problems.ts';
import type { Route } from '#server/http/route.ts';

/** Returns each status that a route may refuse with, and in which cases. */
export function refusalsOf(route: Route): Map<number, string> {
  const isPersons = !['anyone', 'monitor', 'contact'].includes(route.who);
  const isWriting = route.method !== 'GET';
  const takes = route.body !== undefined || route.largestFile !== undefined;
  const isKeyed = isWriting && route.repeat === 'request-key';
  const cases: (false | undefined | [status: number, when: string])[] = [
    [400, 'A parameter, a field or a header is not valid, or there is no parameter of this name.'],
    isPersons && [401, 'Nobody is signed in, or not the user whom `x-acting-user` names.'],
    route.who === 'monitor' && [401, 'The token is missing or wrong.'],
    route.who === 'contact' && [401, 'No link was opened, or it has ended.'],
    route.who === 'contact' && [
      429,
      'The link was used too often; `retry-after` says when to go on.',
    ],
    isWriting && [403, 'The request comes from another site.'],
    route.who === 'contact' && [403, '`x-acting-link` names another link than the cookie.'],
    isPersons && [
      403,
      route.beforeOwnPassword
        ? 'The request comes from another site.'
        : 'The role may not do this, or the user must choose a password of their own first.',
    ],
    route.params && [404, 'There is no such record, or it is not within the sight of the user.'],
    isKeyed && [409, 'The `idempotency-key` was used for something else.'],
    takes && [413, 'The body or the file is too large.'],
    takes && [415, 'The body is not of the media type that the call takes, or it is compressed.'],
    isWriting && !takes && [413, 'A body was sent, which the call does not need. It is too large.'],
    isWriting &&
      !takes && [
        415,
        'A body was sent, which the call does not need. It is compressed, or is not JSON.',
      ],
    route.largestFile !== undefined && [507, 'The server has no room left for files.'],
    [
      500,
      'Something went wrong in the server. `detail` says that nothing was stored, or that it is not known.',
    ],
    [
      503,
      'The database is away or busy, or its disk is full. `detail` says that nothing was stored, or that it is not known; `retry-after` says when to send the same again, which counts once.',
    ],
  ];
  const told = new Map<number, string>();
  const own = Object.entries(route.refuses ?? {}).map(
    ([status, when]) => [Number(status), when] as const,
  );
  for (const [status, when] of [
    ...cases.filter((one) => one !== false && one !== undefined),
    ...own,
  ])
    if (!told.get(status)?.includes(when))
      told.set(status, [told.get(status), when].filter(Boolean).join(' '));
  return new Map([...told].toSorted(([a], [b]) => a - b));
}

/** The statuses after which a caller should wait. They come with the header `retry-after`. */
export const waits: readonly number[] = [429, 503];

/**
 * Returns the list of all problem types, with their addresses and statuses, for the document's
 * introduction.
 */
export function listOfProblems(): string {
  return Object.entries(problemTypes)
    .map(([type, { status, title }]) => `- \`/problems/${type}\` (${status}): ${title}`)
    .join('\n');
}
