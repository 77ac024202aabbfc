import { once } from '#domain/once.ts';

/** What somebody would try first who knows what these accounts are for. */
const wordsOfTheProduct = ['bellwether', 'hotel', 'survey', 'interview', 'assessor', 'consultant'];

/** From this score on, of 4, it takes more than 100 million guesses. */
const leastScore = 3;

/**
 * Loaded when the first password is judged: the dictionary takes a tenth of a second and 7 MB.
 *
 * Both limits bound the time that one password can take, since the server answers nobody meanwhile.
 * Without them it took up to two seconds; with them 30 milliseconds.
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
 * Why a password is too easy to guess for its owner, or undefined. It is easy for somebody who knows
 * the common ones, the product, and whose account it is. Nothing is asked of its length, or of which
 * characters it has.
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
