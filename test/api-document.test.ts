import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openTestApp, type Answer, type TestApp } from './test-app.ts';

/** Tests the document of `/api/docs` as tools and people outside read it. */
let server: TestApp;
let document: Answer['body'];
beforeAll(async () => {
  server = await openTestApp();
  document = (await server.as('nobody')('GET', '/api/docs')).body;
});
afterAll(() => server.close());

describe('linters', () => {
  test('Redocly finds nothing', async () => {
    const config = await createConfig({
      extends: ['recommended-strict'],
      // Nobody may copy the product, so the document names no license.
      rules: { 'info-license': 'off' },
    });
    const source = JSON.stringify(document);
    const problems = await lintFromString({ source, config, absoluteRef: 'document.json' });
    expect(problems.map(({ message, location }) => [message, location[0]?.pointer])).toEqual([]);
  });

  test('Spectral finds nothing, by all of its rules', async () => {
    const linter = new spectral.Spectral();
    linter.setRuleset({
      extends: [[rulesets.oas as RulesetDefinition, 'all']],
      rules: { 'info-license': 'off', 'license-url': 'off', 'info-contact': 'off' },
    });
    const problems = await linter.run(document);
    expect(problems.map(({ message, path }) => [message, path.join('/')])).toEqual([]);
  });
});

describe('a call says', () => {
  const call = (method: string, path: string) => document.paths[path][method];

  test('who may call it, by role and by security', () => {
    expect(call('get', '/api/system-users')).toMatchObject({
      description: 'Roles: Admin.',
      security: [{ session: [] }],
    });
    expect(call('put', '/api/responses/{id}/review').description).toBe('Roles: Admin, Assessor.');
    expect(call('post', '/api/auth/login').security).toEqual([]);
    expect(call('get', '/api/metrics').security).toEqual([{ metricsToken: [] }]);
  });

  test('which headers it reads', () => {
    const names = ({ parameters }: { parameters: { $ref?: string }[] }) =>
      parameters.flatMap(({ $ref }) => $ref?.split('/').at(-1) ?? []);
    expect(names(call('post', '/api/hotels'))).toEqual(['idempotency-key', 'x-acting-user']);
    expect(names(call('post', '/api/link/appeals'))).toEqual(['x-acting-link']);
    for (const path of ['/api/interview-sessions', '/api/responses'])
      expect(names(call('post', path))).toContain('idempotency-key');
    expect(names(call('post', '/api/responses'))).toEqual(
      expect.arrayContaining(['x-envelope-digest', 'x-clock-skew', 'x-acting-user']),
    );
  });

  test('that it takes a file, and of which media types the file is that it answers', () => {
    const upload = call('post', '/api/hotels/{id}/evaluation-documents').requestBody.content;
    expect(upload['multipart/form-data'].schema.required).toEqual(['file']);
    const types = (path: string) => Object.keys(call('get', path).responses['200'].content);
    expect(types('/api/results/export')).toEqual([
      'text/csv',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ]);
    expect(types('/api/metrics')).toEqual(['text/plain']);
    expect(types('/api/evaluation-documents/{id}/download')).toContain('application/pdf');
  });

  test('how it refuses, each time with a problem, and when to try again', () => {
    const { responses } = call('post', '/api/auth/login');
    expect(Object.keys(responses)).toEqual([
      '200',
      '400',
      '401',
      '403',
      '413',
      '415',
      '429',
      '500',
      '503',
    ]);
    expect(responses['429'].headers).toHaveProperty('retry-after');
    for (const status of ['400', '401', '503'])
      expect(responses[status].content['application/problem+json'].schema.$ref).toBe(
        '#/components/schemas/Problem',
      );
  });
});

test('named schemas say their units, and which hotelId is which', () => {
  const { Hotel, Response, ResponseInput, Session, Document } = document.components.schemas;
  expect(Hotel.properties.hotelId).toMatchObject({ type: 'string' });
  expect(Hotel.properties.hotelId.description).toContain("brand's own code");
  for (const { properties } of [Response, ResponseInput, Session])
    expect(properties.hotelId.description).toContain('The `id` of the hotel');
  expect(Document.properties.fileSize.description).toBe('Bytes.');
});

test('no words are left that only we can read', () => {
  const ours = /.{0,60}(\(rules? \d|@link|docs\/decisions|\.input").{0,20}/g;
  expect(JSON.stringify(document).match(ours)).toBeNull();
});

test('a browser is shown a page, and a program the document', async () => {
  const asked = (accept: string) => server.as('nobody')('GET', '/api/docs', undefined, { accept });
  const browser = await asked('text/html,application/xhtml+xml,*/*;q=0.8');
  expect([browser.status, browser.headers['location']]).toEqual([302, '/api/docs/page']);
  for (const accept of ['*/*', 'application/json']) {
    const { status, headers, body } = await asked(accept);
    expect([status, headers['vary'], body.openapi]).toEqual([200, 'accept', '3.1.0']);
  }
  const page = await server.as('nobody')('GET', '/api/docs/page');
  expect(page.status).toBe(200);
  const policy = String(page.headers['content-security-policy']);
  expect(policy).toContain("script-src 'self';");
  expect(String(page.body)).not.toMatch(/https?:\/\//);
  // The page fits a phone, follows the device's dark theme, and has readable colours.
  for (const own of ['follow-device.js', 'readable.css']) {
    const address = /"(\/api\/docs\/page[^"]*)"/g;
    const named = [...String(page.body).matchAll(address)].map(([, one]) => one ?? '');
    const added = named.find((one) => one.endsWith(own)) ?? own;
    expect((await server.as('nobody')('GET', added)).status).toBe(200);
  }
});
