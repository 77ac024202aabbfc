/** What the most common passwords are made of, and the words of this product and its trade. */
const commonParts = `
  password passwort passw0rd passphrase secret letmein welcome changeme default login access
  admin administrator root master guest user superuser system manager server
  qwertyuiop qwertzuiop azertyuiop qwerty qwertz azerty asdfghjkl asdfgh asdf zxcvbnm zxcvb yxcvbnm
  1qaz2wsx3edc 1qaz2wsx qazwsxedc qazwsx 1q2w3e4r5t 1q2w3e4r q1w2e3r4t5 q1w2e3r4 zaq12wsx
  1234567890 0123456789 123456789 987654321 12345678 87654321 1234567 123456 654321 12345 1234 123
  abcdefghij abcdefgh abcdef abcd1234 abc123 abc
  iloveyou loveyou love princess sunshine football baseball basketball soccer superman batman
  spiderman pokemon starwars dragon monkey shadow michael jennifer jordan charlie
  michelle ashley jessica thomas andrew daniel liverpool chelsea barcelona arsenal
  computer internet google facebook samsung freedom whatever trustno1 killer hunter
  summer winter spring autumn january february march april june july august september october
  november december monday tuesday wednesday thursday friday saturday sunday
  bellwether hotel survey interview assessor consultant demo test
`
  .split(/\s+/)
  .filter(Boolean);

/** So many different letters and figures must remain without the parts that anyone would try first. */
const leastDifferent = 5;

/** Figures and signs that people write in place of letters. */
const lookalikes: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/**
 * Why a password is too easy to guess for its owner, or undefined. It is what someone would try
 * who knows the common ones, the product, and whose account it is; nothing is asked of its length
 * or of which characters it has.
 */
export function whyGuessable(
  password: string,
  owner: { readonly name: string; readonly email: string },
): string | undefined {
  const own = `${owner.name} ${owner.email}`.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const parts = [...commonParts, ...own.filter((word) => word.length > 3)].toSorted(
    (a, b) => b.length - a.length,
  );
  const written = password.normalize('NFKC').toLowerCase();
  const meant = written.replaceAll(/[013457@$!]/g, (sign) => lookalikes[sign] ?? sign);
  const isGuessable = [written, meant].some((text) => differentIn(text, parts) < leastDifferent);
  return isGuessable
    ? 'This is easy to guess. Choose words that are not common, and not your name or e-mail'
    : undefined;
}

function differentIn(text: string, parts: readonly string[]): number {
  const rest = parts.reduce((left, part) => left.replaceAll(part, ' '), text);
  return new Set(rest.replaceAll(/[^\p{L}\p{N}]/gu, '')).size;
}
