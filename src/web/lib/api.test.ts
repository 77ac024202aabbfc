import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';

import { ApiError, call, detailOf, OfflineError, onSignedOut } from './api.ts';

const fetched = vi.fn<typeof fetch>();
beforeEach(() => vi.stubGlobal('fetch', fetched));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const path = '/api/hotels';
const schema = z.object({ id: z.int() });

function answers(body: string | null, status = 200, type = 'application/json') {
  fetched.mockResolvedValueOnce(new Response(body, { status, headers: { 'content-type': type } }));
}

const problem = {
  type: '/problems/invalid-input',
  title: 'Invalid input',
  status: 400,
  detail: 'Hotel ID already exists',
  errors: [{ path: 'hotelId', message: 'Hotel ID already exists' }],
};

async function errorOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => null,
    (error: unknown) => error,
  );
}

describe('a refusal', () => {
  test('has the status and the body as its message', async () => {
    answers('no such hotel', 404, 'text/plain');
    const error = await errorOf(call({ path, schema }));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ message: '404: no such hotel', status: 404 });
  });

  test('without a body has the status text', async () => {
    fetched.mockResolvedValueOnce(new Response(null, { status: 502, statusText: 'Bad Gateway' }));
    expect(await errorOf(call({ path, schema }))).toMatchObject({ message: '502: Bad Gateway' });
  });

  test('carries the problem, and its detail is what people read', async () => {
    answers(JSON.stringify(problem), 400, 'application/problem+json; charset=utf-8');
    const error = await errorOf(call({ path, schema }));
    expect(error).toMatchObject({ problem, detail: problem.detail });
    expect(detailOf(error)).toBe(problem.detail);
  });

  test('that is no problem of ours still says something plain', async () => {
    answers('<html>Bad gateway</html>', 502, 'text/html');
    // The server may have made the change before the proxy gave up, so the words do not deny it.
    expect(detailOf(await errorOf(call({ path, schema })))).toBe(
      'The server could not do this just now. Please try again.',
    );
  });
});

describe('no connection', () => {
  test('is told apart from a refusal', async () => {
    fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    const error = await errorOf(call({ path, schema }));
    expect(error).toBeInstanceOf(OfflineError);
    expect(detailOf(error)).toMatch(/^No connection/);
  });

  test("is what a network's own sign-in page means", async () => {
    answers('<html>Welcome to our Wi-Fi</html>', 200, 'text/html');
    expect(await errorOf(call({ path, schema }))).toBeInstanceOf(OfflineError);
  });
});

describe('what is sent', () => {
  const sent = () => {
    const [address, init] = fetched.mock.lastCall ?? [];
    return { address, init, headers: new Headers(init?.headers) };
  };

  test('goes with cookies, and declares JSON only where there is a body', async () => {
    answers('{"id":1}');
    await call({ path, query: { q: 'a b', page: 2, none: undefined, blank: '' }, schema });
    expect(sent().address).toBe('/api/hotels?q=a+b&page=2');
    expect(sent().init?.credentials).toBe('include');
    expect(sent().headers.has('content-type')).toBe(false);

    answers('{"id":1}', 201);
    await call({ method: 'POST', path, body: { hotelId: '007' }, requestKey: 'key-12345', schema });
    expect(sent().init?.body).toBe('{"hotelId":"007"}');
    expect(sent().headers.get('content-type')).toBe('application/json');
    expect(sent().headers.get('idempotency-key')).toBe('key-12345');
  });

  test('leaves the type of a form with files to the browser', async () => {
    answers('{"id":1}', 201);
    await call({ method: 'POST', path, body: new FormData(), schema });
    expect(sent().headers.has('content-type')).toBe(false);
    expect(sent().init?.body).toBeInstanceOf(FormData);
  });
});

test('an answer is what its schema says, or it is refused', async () => {
  answers('{"id":17,"more":true}');
  expect(await call({ path, schema })).toEqual({ id: 17 });
  answers('{"id":"seventeen"}');
  expect(await errorOf(call({ path, schema }))).toBeInstanceOf(z.ZodError);
  fetched.mockResolvedValueOnce(new Response(null, { status: 204 }));
  expect(await call({ method: 'DELETE', path, schema: z.null() })).toBeNull();
});

test('every 401 of ours is heard of, but for that of signing in', async () => {
  const heard = vi.fn<() => void>();
  const stop = onSignedOut(heard);
  const notSignedIn = JSON.stringify({ ...problem, status: 401, errors: undefined });

  answers(notSignedIn, 401, 'application/problem+json');
  await errorOf(call({ method: 'POST', path: '/api/auth/login', schema }));
  answers('<html>Pay for Wi-Fi first</html>', 401, 'text/html');
  await errorOf(call({ path, schema }));
  expect(heard).not.toHaveBeenCalled();

  answers(notSignedIn, 401, 'application/problem+json');
  await errorOf(call({ path, schema }));
  expect(heard).toHaveBeenCalledOnce();
  stop();
});

test.each([
  [true, true],
  [false, false],
])(
  'a call that fails while there is a network (%s) may have been sent (%s)',
  async (has, isSent) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(has);
    fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    expect(await errorOf(call({ method: 'PUT', path, schema }))).toMatchObject({ isSent });
  },
);
