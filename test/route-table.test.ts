import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { can } from '#domain/people/person.ts';
import { problemSchema } from '#domain/problems/problem.ts';
import { routes } from '#server/routes.ts';
import type { Route } from '#server/http/route.ts';
import { people, type PersonName } from './people.ts';
import { openTestApp, type TestApp } from './test-app.ts';

/**
 * Walks every route there is: each refuses whoever may not call it before it reads anything, and
 * answers bad input with a problem at its place. A route that is added is walked by itself.
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

test('no two routes share an address', () => {
  const names = named.map(([name]) => name);
  expect(new Set(names).size).toBe(names.length);
});

/** A reading call for anyone, without input, has nothing to refuse. */
const refusing = named.filter(
  ([, route]) => route.who !== 'anyone' || route.method !== 'GET' || route.params || route.body,
);

describe.each(refusing)('%s', (_name, route) => {
  if (route.who !== 'anyone')
    test('refuses whoever is not signed in', async () => {
      const answer = await server.as('nobody')(route.method, addressOf(route), bodyFor(route));
      expect(answer.status).toBe(401);
      expect(problemSchema.parse(answer.body).type).toBe('/problems/not-signed-in');
    });

  const forbidden = (Object.keys(people) as PersonName[]).filter(
    (who) =>
      route.who !== 'anyone' &&
      route.who !== 'signed-in' &&
      !can({ role: { name: people[who].role } }, route.who),
  );
  if (forbidden.length > 0)
    test('refuses a role that may not', async () => {
      for (const who of forbidden) {
        const answer = await server.as(who)(route.method, addressOf(route), bodyFor(route));
        expect(answer.status).toBe(403);
        expect(problemSchema.parse(answer.body).type).toBe('/problems/not-allowed');
      }
    });

  if (route.method !== 'GET')
    test('refuses a request from another site', async () => {
      const from = { origin: 'https://elsewhere.example' };
      const answer = await server.as('alice')(route.method, addressOf(route), bodyFor(route), from);
      expect(answer.status).toBe(403);
      expect(problemSchema.parse(answer.body).type).toBe('/problems/foreign-origin');
    });

  if (route.params)
    test('tells bad addresses from absent objects', async () => {
      for (const id of ['abc', '0', '-1', '1.5', '99999999999']) {
        const answer = await server.as('alice')(route.method, addressOf(route, id), bodyFor(route));
        expect(answer.status).toBe(400);
      }
      if (route.method !== 'GET' && route.method !== 'DELETE') return;
      const answer = await server.as('alice')(route.method, addressOf(route));
      expect(problemSchema.parse(answer.body).type).toBe('/problems/not-found');
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
