/**
 * SHA-256 in lower-case hexadecimal (FIPS 180-4). Our own because a device needs it inside a
 * database transaction, where the browser's asynchronous one would let the transaction close, and
 * on plain http, where the browser offers none.
 */
export function sha256(bytes: Uint8Array): string {
  const state = Uint32Array.from(initial);
  const words = new Uint32Array(64);
  const message = padded(bytes);
  for (let start = 0; start < message.byteLength; start += 64) {
    for (let i = 0; i < 16; i++) words[i] = message.getUint32(start + 4 * i);
    compress(state, words);
  }
  return Array.from(state, (word) => word.toString(16).padStart(8, '0')).join('');
}

/** The message, a one bit, zeros up to a whole block, and its length in bits. */
function padded(bytes: Uint8Array): DataView {
  const message = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  message.set(bytes);
  message[bytes.length] = 0x80;
  const view = new DataView(message.buffer);
  view.setUint32(message.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(message.length - 4, (bytes.length * 8) >>> 0);
  return view;
}

function compress(state: Uint32Array, words: Uint32Array): void {
  const word = (i: number) => words[i] ?? 0;
  for (let i = 16; i < 64; i++) {
    const before15 = word(i - 15);
    const before2 = word(i - 2);
    const small0 = turn(before15, 7) ^ turn(before15, 18) ^ (before15 >>> 3);
    const small1 = turn(before2, 17) ^ turn(before2, 19) ^ (before2 >>> 10);
    words[i] = word(i - 16) + small0 + word(i - 7) + small1;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i++) {
    const big1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const one = (h + big1 + ((e & f) ^ (~e & g)) + (constants[i] ?? 0) + word(i)) | 0;
    const big0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const two = (big0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  for (const [i, add] of [a, b, c, d, e, f, g, h].entries()) state[i] = (state[i] ?? 0) + add;
}

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

/** The first 32 bits of the fractional parts of a root of the first primes. */
function fromPrimes(count: number, root: (prime: number) => number): number[] {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n++)
    if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  return primes.map((prime) => Math.floor((root(prime) % 1) * 2 ** 32));
}
const initial = fromPrimes(8, Math.sqrt);
const constants = fromPrimes(64, Math.cbrt);
