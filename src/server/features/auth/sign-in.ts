import type { Person } from '#domain/people/person.ts';
import type { SignIn } from '#domain/people/sign-in.ts';
import { recordEvent } from '#server/db/record-event.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { beginSession, endSession } from '#server/http/auth-sessions.ts';
import { verifyPassword } from '#server/passwords.ts';
import { ProblemError } from '#server/problems.ts';
import * as queries from './queries.ts';
import { countGuess, forgetGuesses } from './slow-guesses.ts';

type Caller = {
  address: string;
  userAgent: string;
  /** The session that the request carried, whoever's it was: it ends, so none is carried over. */
  token: string | undefined;
};

/**
 * Wrong e-mail, wrong password and inactive account are one answer, and take the same steps: a
 * password is always looked at, and a refusal always told to the audit trail. The address as it
 * was typed is not kept: people type passwords into that field.
 */
export async function signIn(
  deps: Deps,
  { email, password }: SignIn,
  caller: Caller,
): Promise<{ person: Person; token: string }> {
  const guesser = await countGuess(deps, email, caller.address);
  const account = await queries.findAccount(deps.db, email);
  const matches = await verifyPassword(account?.passwordHash, password);
  const token = matches && account?.isActive ? await begin(deps, account, caller, guesser) : null;
  const person = token && (await deps.sessions.find(token));
  if (person) return { person, token };
  await recordEvent(deps.db, null, 'user.sign-in-refused', account?.id ?? null, {
    ...(account && { name: account.name }),
  });
  throw new ProblemError('sign-in-failed', 'Invalid email or password. Please try again.');
}

type Account = { id: number; name: string; passwordHash: string };

/** The new session, unless the account was changed since its password was looked at. */
function begin({ db }: Deps, account: Account, caller: Caller, guesser: Buffer) {
  return inTransaction(db, async (tx) => {
    if (!(await queries.noteSignIn(tx, account.id, account.passwordHash))) return null;
    await forgetGuesses(tx, guesser);
    if (caller.token !== undefined) await endSession(tx, caller.token);
    const token = await beginSession(tx, account.id, caller.userAgent);
    await recordEvent(tx, account, 'user.signed-in', account.id, { name: account.name });
    return token;
  });
}
