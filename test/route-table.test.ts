import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { problemSchema } from '#domain/problems/problem.ts';
import { routes } from '#server/routes.ts';
import type { Route } from '#server/http/route.ts';
import { openTestApp, type TestApp } from './test-app.ts';

/**
 * Walks every route there is: each answers bad input with a problem at its place, and refuses what
 * another site sends. A route that is added is walked by itself; who may call it on which object
 * stands in authorisation/table.md.
 */
let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
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
  expect(calls.toSorted()).toEqual([...named.map(([name]) => name), 'GET /api/docs'].toSorted());
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

  if (route.params)
    test('refuses an address that cannot be', async () => {
      for (const id of ['abc', '0', '-1', '1.5', '99999999999']) {
        const answer = await server.as('alice')(route.method, addressOf(route, id), bodyFor(route));
        expect(answer.status).toBe(400);
      }
    });

  if (route.body)
    test('answers bad input with a problem', async () => {
      for (const bad of ['[1]', '"text"', 'null', '{"a":', '']) {
        const answer = await server.as('alice')(route.method, addressOf(route), bad);
        expect(answer.status).toBe(400);
        problemSchema.parse(answer.body);
      }
    });
});
