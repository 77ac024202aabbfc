import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';

import { problemSchema } from '#domain/problems/problem.ts';
import { ignoredFieldsHeader } from '#server/http/known-names.ts';
import { routes } from '#server/routes.ts';
import type { Route } from '#server/http/route.ts';
import { aHotel, currentRound } from './build.ts';
import { aLink } from './contact.ts';
import { metricsToken, openTestApp, type TestApp } from './test-app.ts';

/**
 * Walks every route: each must refuse bad input with a problem at its place, and refuse requests
 * from another site. New routes are included automatically. Who may call them on which object is in
 * authorisation/table.md.
 */
let server: TestApp;
/** The cookie header of a hotel contact. */
let cookie: string;
beforeAll(async () => {
  server = await openTestApp();
  const { id: hotelId } = await aHotel(server);
  const roundId = await currentRound(server, hotelId);
  ({ cookie } = await aLink(server, { hotelId, roundId }));
});
afterAll(() => server.close());

const named = routes.map((route) => [`${route.method} ${route.path}`, route] as const);
/** An id that no object has. */
const nowhere = 2_000_000_000;

function addressOf(route: Route, id: string | number = nowhere): string {
  return route.path.replaceAll(/\{\w+\}/g, String(id));
}

function bodyFor(route: Route): unknown {
  return route.method === 'GET' || route.method === 'DELETE' ? undefined : {};
}

test('the documented routes are the walked ones, and nothing else answers', async () => {
  const { body } = await server.as('nobody')('GET', '/api/docs');
  const documented = Object.entries<object>(body.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(documented.toSorted()).toEqual(named.map(([name]) => name).toSorted());
});

test('the router answers the routes, their documentation, and nothing else', () => {
  const branches = server.app.printRoutes({ commonPrefix: false }).split('\n').filter(Boolean);
  const above: string[] = [];
  const answered = branches.flatMap((branch) => {
    const [, indent = '', path = '', methods = ''] =
      /^((?:[│ ] {3})*)[├└]── (.*) \((.*)\)$/.exec(branch) ?? [];
    above.splice(indent.length / 4, Infinity, path);
    const address = above.join('').replaceAll(/:(\w+)/g, '{$1}');
    return methods.split(', ').map((method) => `${method} ${address}`);
  });
  const calls = answered.filter((one) => one.includes(' /api/') && !one.startsWith('HEAD '));
  const served = calls.filter((one) => !one.startsWith('GET /api/docs/page'));
  expect(served.toSorted()).toEqual([...named.map(([name]) => name), 'GET /api/docs'].toSorted());
});

/** Returns the headers with which a call passes its authorisation. */
const admitted = (route: Route): Record<string, string> =>
  ({ monitor: { authorization: `Bearer ${metricsToken}` }, contact: { cookie } })[
    route.who as string
  ] ?? {};

test.each(named)('%s refuses a name in its query that it does not know', async (_name, route) => {
  const [known = 'page'] = Object.keys((route.query as z.ZodObject | undefined)?.shape ?? {});
  for (const unknown of [`${known}X`, known.toUpperCase(), '__proto__', 'constructor']) {
    const address = `${addressOf(route)}?${unknown}=1`;
    const headers = admitted(route);
    const { status, body } = await server.as('alice')(
      route.method,
      address,
      bodyFor(route),
      headers,
    );
    expect([status, problemSchema.parse(body).errors]).toEqual([
      400,
      [{ path: unknown, message: expect.stringContaining(`"${unknown}"`) }],
    ]);
  }
});

/** Routes whose bodies ignore unknown fields. The others refuse them by themselves. */
const open = named.filter(
  ([, { body }]) => body instanceof z.ZodObject && !(body.def.catchall instanceof z.ZodNever),
);

test.each(open)('%s names what it does not know of a body', async (_name, route) => {
  const call = (body: object) =>
    server.as('alice')(route.method, addressOf(route), body, admitted(route));
  const known = Object.keys((route.body as z.ZodObject).shape)[0] ?? '';
  const some = await call({ [known]: null, 'Ünknown, field': 1, nonesuch: [{ deep: 1 }] });
  expect(some.headers[ignoredFieldsHeader]).toBe('%C3%9Cnknown%2C%20field, nonesuch');
  const none = await call({ nonesuch: 1 });
  expect([none.status, none.body.errors]).toEqual([
    400,
    [{ path: 'nonesuch', message: 'There is no field "nonesuch" here.' }],
  ]);
});

test('an address tells which methods it serves', async () => {
  const call = (method: 'GET' | 'PATCH' | 'DELETE', path: string) =>
    server.as('alice')(method, path);
  for (const [method, path, allowed] of [
    ['PATCH', '/api/hotels', 'GET, HEAD, POST'],
    ['DELETE', '/api/responses?surveyId=1', 'GET, HEAD, POST'],
    ['GET', '/api/responses/17/review', 'PUT'],
    ['DELETE', '/api/docs', 'GET, HEAD'],
  ] as const) {
    const { status, headers, body } = await call(method, path);
    expect([status, headers['allow'], body.type]).toEqual([
      405,
      allowed,
      '/problems/method-not-allowed',
    ]);
  }
  expect((await call('PATCH', '/api/nothing')).status).toBe(404);
  // With a slash at its end it is another address, and nothing is there.
  expect((await call('GET', '/api/hotels/17/')).status).toBe(404);
});

test('no two routes share an address', () => {
  const names = named.map(([name]) => name);
  expect(new Set(names).size).toBe(names.length);
});

/** A reading call without an object has nothing to refuse. */
const refusing = named.filter(([, route]) => route.method !== 'GET' || route.params);

describe.each(refusing)('%s', (_name, route) => {
  if (route.method !== 'GET')
    test('refuses a request from another site', async () => {
      const from = { origin: 'https://elsewhere.example' };
      const answer = await server.as('alice')(route.method, addressOf(route), bodyFor(route), from);
      expect(answer.status).toBe(403);
      expect(problemSchema.parse(answer.body).type).toBe('/problems/foreign-origin');
    });

  if (route.method !== 'GET')
    test('refuses a body of a kind that it does not take', async () => {
      // The test app compares each reply with the document, which must therefore list the status.
      for (const kind of [
        { 'content-type': 'text/plain' },
        { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      ]) {
        const headers = { ...admitted(route), ...kind };
        const answer = await server.as('alice')(route.method, addressOf(route), 'words', headers);
        expect([answer.status, answer.body.type]).toEqual([415, '/problems/wrong-media-type']);
      }
    });

  if (route.params)
    test('refuses an address that cannot be', async () => {
      // A name can be all digits.
      const isNamed = /\{(fileId|clientId)\}/.test(route.path);
      for (const id of ['abc', '0', '-1', '1.5', isNamed ? 'a.b.c.d.e' : '99999999999']) {
        const isOfContact = route.who === 'contact';
        const call = server.as(isOfContact ? 'nobody' : 'alice');
        const headers = isOfContact ? { cookie } : {};
        const answer = await call(route.method, addressOf(route, id), bodyFor(route), headers);
        expect(answer.status).toBe(400);
      }
    });

  if (route.body)
    test('answers bad input with a problem', async () => {
      const none = route.body?.isOptional() ? [] : ['null', ''];
      for (const bad of ['[1]', '"text"', '{"a":', ...none]) {
        const answer = await server.as('alice')(
          ...([route.method, addressOf(route), bad, admitted(route)] as const),
        );
        expect(answer.status).toBe(400);
        problemSchema.parse(answer.body);
      }
    });
});
