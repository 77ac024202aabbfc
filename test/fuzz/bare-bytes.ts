import fc from 'fast-check';

/**
 * Bytes that no HTTP library would send: broken lines, wrong lengths, requests inside requests.
 * `{cookie}` stands for a session's cookie.
 */
export type BareBytes = { bytes: Buffer; end: 'half' | 'reset' };

const whole = [
  'GET /api/hotels HTTP/1.1\r\nHost: x\r\nCookie: {cookie}\r\n\r\n',
  'POST /api/surveys HTTP/1.1\r\nHost: x\r\nCookie: {cookie}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
  'GET /api/health HTTP/1.1\r\nHost: x\r\n\r\nGET /api/auth/me HTTP/1.1\r\nHost: x\r\n\r\n',
];

const broken = [
  'GET\r\n\r\n',
  'GET /api/hotels\r\n\r\n',
  'GET /api/hotels HTTP/9.9\r\nHost: x\r\n\r\n',
  'get /api/hotels http/1.1\r\nHost: x\r\n\r\n',
  'BREW /api/hotels HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET /api/hotels HTTP/1.1\r\n\r\n',
  'GET /api/hotels HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
  'GET /api/hotels HTTP/1.1\r\nHost: a b@c/\r\n\r\n',
  'GET /api/hotels HTTP/1.1\r\nHost x\r\n\r\n',
  'GET /api/hotels HTTP/1.1\r\nHost: x\r\nA\u0000: b\r\n\r\n',
  'GET /api/hotels HTTP/1.1\r\nHost: x\r\nA: b\u0000\r\n\r\n',
  'GET /api/hotels HTTP/1.1\r\nHost: x\r\n folded\r\n\r\n',
  'GET /api/ho\u0000tels HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET /api/hotels/\xff\xfe HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET http://elsewhere.example/api/hotels HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET // HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET * HTTP/1.1\r\nHost: x\r\n\r\n',
  'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n',
  'CONNECT elsewhere.example:443 HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET /api/hotels HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\u0016\u0003\u0001\u0000\u00a5\u0001\u0000',
  'POST /api/surveys HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n{"a":1}',
  'POST /api/surveys HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n{}',
  'POST /api/surveys HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n{}',
  'POST /api/surveys HTTP/1.1\r\nHost: x\r\nCookie: {cookie}\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"title":',
  'POST /api/surveys HTTP/1.1\r\nHost: x\r\nCookie: {cookie}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n',
  'POST /api/surveys HTTP/1.1\r\nHost: x\r\nCookie: {cookie}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"tit',
  'POST /api/surveys HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\nGET /api/auth/me HTTP/1.1\r\n\r\n',
  'POST /api/surveys HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n',
  'POST /api/hotels/import HTTP/1.1\r\nHost: x\r\nCookie: {cookie}\r\nContent-Type: multipart/form-data; boundary=edge\r\nContent-Length: 900\r\n\r\n--edge\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nHotel',
  'POST /api/surveys HTTP/1.1\r\nHost: x\r\nExpect: tea\r\nContent-Length: 2\r\n\r\n{}',
  `GET /api/hotels?${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
  `GET /api/hotels HTTP/1.1\r\nHost: x\r\nA: ${'b'.repeat(70_000)}\r\n\r\n`,
  `GET /api/hotels HTTP/1.1\r\nHost: x\r\n${'A: b\r\n'.repeat(3_000)}\r\n`,
  `${'x'.repeat(70_000)}`,
];

export const bareBytes: fc.Arbitrary<BareBytes> = fc
  .record({
    text: fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...broken) },
      { weight: 1, arbitrary: fc.constantFrom(...whole) },
    ),
    at: fc.nat(2_000),
    by: fc.option(fc.uint8Array({ minLength: 1, maxLength: 4 }), { freq: 3 }),
    cut: fc.oneof(
      { weight: 5, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.nat(400) },
    ),
    end: fc.constantFrom<'half' | 'reset'>('half', 'half', 'half', 'reset'),
  })
  .map(({ text, at, by, cut, end }) => {
    const bytes = Buffer.from(text, 'latin1');
    const place = at % bytes.length;
    const spoilt =
      by === null ? bytes : Buffer.concat([bytes.subarray(0, place), by, bytes.subarray(place)]);
    return { bytes: cut === null ? spoilt : spoilt.subarray(0, cut), end };
  });
