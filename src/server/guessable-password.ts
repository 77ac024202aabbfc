import { once } from '#domain/once.ts';

/** Words that somebody would try first who knows what these accounts are for. */
const wordsOfTheProduct = ['bellwether', 'hotel', 'survey', 'interview', 'assessor', 'consultant'];

/** A password with this score (out of 4) or more takes over 100 million guesses. */
const leastScore = 3;

/**
 * Loads the dictionary when the first password is checked, because it takes a tenth of a second and
 * 7 MB.
 *
 * Both limits bound the time that one password can take, since the server is blocked meanwhile.
 * Without them it took up to two seconds, with them 30 milliseconds.
 */
const estimator = once(async () => {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({
    dictionary,
    graphs: adjacencyGraphs,
    maxLength: 64,
    l33tMaxSubstitutions: 3,
  });
});

/**
 * Returns why a password is too easy to guess, or undefined. It is too easy for somebody who knows
 * the common passwords, the product, and the owner's name and e-mail address. There is no rule
 * about its length or its kinds of characters here.
 */
export async function whyGuessable(
  password: string,
  { name, email }: { readonly name: string; readonly email: string },
): Promise<string | undefined> {
  const own = `${name} ${email}`.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 3);
  const known = [email, ...own, ...wordsOfTheProduct];
  const { score } = (await estimator()).check(password.normalize('NFKC'), known);
  return score < leastScore
    ? 'This is easy to guess. Choose words that are not common, and not your name or e-mail'
    : undefined;
}
