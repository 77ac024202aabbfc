import fc from 'fast-check';

import { actingUserHeader } from '#domain/sync/acting-user.ts';
import { digestHeader, requestKeyHeader } from '#domain/sync/client-id.ts';
import type { Route } from '#server/http/route.ts';
import { routes } from '#server/routes.ts';
import { brokenJson, fromSchema, toJson } from './from-schema.ts';
import { hostileText, reference } from './hostile-values.ts';
import { aHostileForm } from './uploads.ts';

export const senders = ['nobody', 'connie', 'cole', 'asa', 'alice', 'contact'] as const;
export type Sender = (typeof senders)[number];

/** A request that contains references (`@hotel`). The world resolves them when it is sent. */
export type HostileRequest = {
  who: Sender;
  /** The route that it was generated for. */
  route: string;
  method: string;
  path: string;
  query: [name: string, value: string][];
  /** Appended to the query as it is. */
  tail: string;
  headers: Record<string, string>;
  body: Buffer | string | undefined;
};

const kindOfPath: [part: RegExp, kind: string][] = [
  [/remarkId/, 'remark'],
  [/\/appeals\//, 'appeal'],
  [/\/actions\//, 'action'],
  [/waiverId/, 'waiver'],
  [/linkId/, 'link'],
  [/\/link\/interviews/, 'self'],
  [/contactId/, 'contact'],
  [/\/rounds\//, 'round'],
  [/cycles/, 'cycle'],
  [/editions/, 'edition'],
  [/hotels|hotelId/, 'hotel'],
  [/auth\/sessions/, 'signin'],
  [/fileId/, 'evidence'],
  [/sessions/, 'session'],
  [/responses/, 'response'],
  [/documents/, 'document'],
  [/surveys/, 'survey'],
  [/question/, 'question'],
  [/answers/, 'option'],
  [/users/, 'user'],
];

const hostileSegment = fc.oneof(
  fc.constantFrom(
    ...['0', '-1', '1.5', '1e3', '0x10', 'NaN', 'null', '2147483648', '9007199254740993'],
    ...[
      '%00',
      '%',
      '%zz',
      '%ff',
      '%c0%ae',
      '..',
      '%2e%2e%2f',
      '1%2F2',
      ' 1',
      '1%0d%0a',
      '1;a',
      '*',
    ],
    ...['%D9%A1', '9'.repeat(400), 'x'.repeat(3_000), '', '1/2/3', '@', ':id', '{id}', '[1]'],
  ),
  hostileText.map((text) => encodeURIComponent(text.toWellFormed()).slice(0, 2_000)),
);

/** Generates a route's URL, mostly with objects of the world. */
function pathOf({ path }: Route): fc.Arbitrary<string> {
  const segments = path.split('/').map((part) => {
    if (!part.startsWith('{')) return fc.constant(part);
    const before = `${path.slice(0, path.indexOf(part))}${part}`;
    const kind = kindOfPath.find(([word]) => word.test(before))?.[1] ?? 'hotel';
    return fc.oneof(
      {
        weight: 8,
        arbitrary: fc
          .constantFrom(...Array<string>(6).fill(kind), 'foreign', 'absent')
          .map(reference),
      },
      { weight: 2, arbitrary: hostileSegment },
    );
  });
  return fc.tuple(...segments).map((parts) => parts.join('/'));
}

function queryOf({ query }: Route): fc.Arbitrary<[string, string][]> {
  const hostile = fc.array(fc.tuple(hostileText, hostileText), { maxLength: 3 });
  if (!query)
    return fc.oneof(
      { weight: 8, arbitrary: fc.constant<[string, string][]>([]) },
      { weight: 1, arbitrary: hostile },
    );
  const fitting = fromSchema(query).map((value): [string, string][] =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.entries(value).map(([name, one]) => [
          name,
          typeof one === 'string' ? one : toJson(one),
        ])
      : [['value', toJson(value)]],
  );
  return fc.oneof(
    { weight: 6, arbitrary: fitting },
    { weight: 1, arbitrary: fitting.map((pairs) => [...pairs, ...pairs]) },
    { weight: 1, arbitrary: hostile },
  );
}

const tail = fc.oneof(
  { weight: 30, arbitrary: fc.constant('') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '?%',
      '?a=%ff',
      '?a[b][c]=1&a[b]=2',
      '?&&==',
      '#part',
      '?__proto__[x]=1',
      '?' + 'a=1&'.repeat(1_500),
    ),
  },
);

/**
 * Generates text for headers, which can hold no other characters. Other bytes are tested on a bare
 * socket.
 */
const headerText = hostileText.map((text) =>
  text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?').slice(0, 9_000),
);

const contentTypes = fc.constantFrom(
  ...[
    'text/plain',
    'application/xml',
    'application/json; charset=utf-16',
    'application/json;;;',
    'json',
  ],
  ...[
    'application/problem+json',
    'multipart/form-data',
    'application/x-www-form-urlencoded',
    '',
    '/',
    '*/*',
  ],
);

function headersOf({ largestFile }: Route): fc.Arbitrary<Record<string, string>> {
  const rarely = (arbitrary: fc.Arbitrary<string>, among = 20) =>
    fc.oneof({ weight: among, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
  const sometimes = {
    [actingUserHeader]: rarely(fc.oneof(headerText, fc.constant(reference('user')))),
    [requestKeyHeader]: rarely(
      fc.oneof(fc.constantFrom('key-of-many-1', 'key-of-many-2', 'short'), headerText),
      largestFile ? 4 : 6,
    ),
    [digestHeader]: rarely(fc.oneof(fc.constant('0'.repeat(64)), headerText)),
    'content-type': rarely(fc.oneof(contentTypes, headerText), 25),
    origin: rarely(fc.constantFrom('null', 'https://elsewhere.example', 'http://127.0.0.1', '')),
    'sec-fetch-site': rarely(fc.constantFrom('cross-site', 'same-origin', 'same-site', 'x')),
    cookie: rarely(
      fc.oneof(
        headerText,
        fc.constantFrom(
          'bellwether_session=',
          'bellwether_session=%',
          'bellwether_session=a; bellwether_session=b',
        ),
      ),
    ),
    accept: rarely(fc.constantFrom('text/html', 'application/xml;q=1', 'x'.repeat(500), '')),
    'accept-encoding': rarely(fc.constantFrom('identity;q=0', 'x', '*;q=0', ''), 20),
    'content-encoding': rarely(fc.constantFrom('gzip', 'br', 'x'), 40),
    range: rarely(fc.constantFrom('bytes=0-1', 'bytes=9-1', 'bytes=-'), 30),
    expect: rarely(fc.constantFrom('100-continue', 'tea'), 60),
    'user-agent': rarely(headerText),
    'x-forwarded-for': rarely(headerText),
    'x-http-method-override': rarely(fc.constantFrom('DELETE', 'PUT'), 40),
    'if-none-match': rarely(fc.constantFrom('*', '"x"'), 40),
    'x-large': rarely(fc.constantFrom('x'.repeat(15_000), 'x'.repeat(17_000)), 120),
  };
  return fc
    .record(sometimes)
    .map(
      (headers) =>
        Object.fromEntries(
          Object.entries(headers).filter(([, value]) => value !== undefined),
        ) as Record<string, string>,
    );
}

type Content = { body: Buffer | string | undefined; contentType?: string };

function contentOf(route: Route): fc.Arbitrary<Content> {
  const form = aHostileForm.map((sent): Content => sent);
  const none = fc.constant<Content>({ body: undefined });
  const json = route.body ? fromSchema(route.body).map(toJson) : hostileText.map(toJson);
  const asJson = (text: fc.Arbitrary<string | Buffer>) =>
    text.map((body): Content => ({ body, contentType: 'application/json' }));
  const broken = asJson(
    fc
      .tuple(json, brokenJson)
      .map(([text, spoil]) => (toJson(spoil(text)).length > 4 ? spoil(text) : text)),
  );
  const bytes = asJson(fc.uint8Array({ maxLength: 200 }).map((one) => Buffer.from(one)));
  const large = asJson(
    fc.constantFrom(Buffer.alloc(4 * 1024 * 1024 + 1, '['), Buffer.alloc(1_000_000, '1')),
  );
  if (route.largestFile)
    return fc.oneof(
      { weight: 12, arbitrary: form },
      { weight: 1, arbitrary: asJson(json) },
      { weight: 1, arbitrary: none },
    );
  if (!route.body)
    return fc.oneof(
      { weight: 15, arbitrary: none },
      { weight: 1, arbitrary: asJson(json) },
      { weight: 1, arbitrary: form },
    );
  return fc.oneof(
    { weight: 40, arbitrary: asJson(json) },
    { weight: 6, arbitrary: broken },
    { weight: 2, arbitrary: bytes },
    { weight: 1, arbitrary: none },
    { weight: 1, arbitrary: form },
    { weight: 0.2 * 5, arbitrary: large },
  );
}

const otherMethods = [
  'GET',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'SEARCH',
];

export function requestTo(route: Route): fc.Arbitrary<HostileRequest> {
  return fc
    .record({
      who: fc.constantFrom<Sender>(
        ...senders,
        ...Array<Sender>(3).fill(route.who === 'contact' ? 'contact' : 'alice'),
      ),
      method: fc.oneof(
        { weight: 25, arbitrary: fc.constant<string>(route.method) },
        { weight: 1, arbitrary: fc.constantFrom(...otherMethods) },
      ),
      path: pathOf(route),
      query: queryOf(route),
      tail,
      headers: headersOf(route),
      content: contentOf(route),
    })
    .map(({ content, headers, ...request }) => ({
      ...request,
      route: `${route.method} ${route.path}`,
      headers: {
        ...(content.contentType !== undefined && { 'content-type': content.contentType }),
        ...headers,
      },
      body: content.body,
    }));
}

/** Routes that hash a password, which takes longer than fifty other calls. */
const hashing = new Set([
  '/api/auth/login',
  '/api/auth/password',
  '/api/system-users',
  '/api/system-users/{id}',
]);

function weightOf({ method, path }: Route): number {
  if (method !== 'GET' && hashing.has(path)) return 2;
  // A person who is signed out gets a 401 everywhere for as long as the world lasts.
  if (path === '/api/auth/logout') return 1;
  // When everything is deleted, nothing is left to break.
  return method === 'DELETE' && !path.startsWith('/api/auth/') ? 2 : 8;
}

/** Generates a request to any route. Those that hash passwords are rare. */
export const hostileRequest = fc.oneof(
  ...routes.map((route) => ({
    weight: weightOf(route),
    arbitrary: requestTo(route),
  })),
);
