import type { Person } from '#domain/people/person.ts';
import type { SignIn } from '#domain/people/sign-in.ts';
import { countRefusal } from '#server/db/audit/count-refusals.ts';
import { recordEvent } from '#server/db/audit/record-event.ts';
import { inTransaction } from '#server/db/statements/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { beginSession, endSession } from '#server/http/auth-sessions.ts';
import {
  hashPassword,
  isOutdated,
  requirePasswordTurn,
  verifyPassword,
} from '#server/passwords.ts';
import { ProblemError } from '#server/problems.ts';
import { forgetGuesses, slowGuess } from '#server/http/slow-guesses.ts';
import * as queries from './queries.ts';
import { countFailure, requireTrust } from './slow-networks.ts';

type Caller = {
  address: string;
  userAgent: string;
  /**
   * The session that the request carried, even somebody else's. It ends, so that the new sign-in
   * does not continue an old session.
   */
  token: string | undefined;
};

/**
 * Signs a person in. A wrong e-mail, a wrong password, an inactive account and a default password
 * that is no longer valid get the same error after the same steps: a password is always checked.
 *
 * The audit trail records refusals as far as `countRefusal` allows. Those of each account are
 * counted separately, and those of unknown addresses together. The typed address is not stored:
 * people type passwords into that field.
 */
export async function signIn(deps: Deps, input: SignIn, caller: Caller): Promise<SignedIn> {
  const { email } = input;
  const { address } = caller;
  requirePasswordTurn();
  await requireTrust(deps, address);
  return slowGuess(deps, { account: email, address }, (guesser) =>
    tryEntering(deps, input, caller, guesser),
  );
}

type SignedIn = { person: Person; token: string };

async function tryEntering(
  deps: Deps,
  input: SignIn,
  caller: Caller,
  guesser: Buffer,
): Promise<SignedIn> {
  const enter = async () => {
    const { account, entering } = await lookAt(deps, input);
    return { account, entering, token: entering && (await begin(deps, entering, caller, guesser)) };
  };
  let came = await enter();
  // Somebody changed the account meanwhile. It may just have been another sign-in, which can renew
  // the hash.
  if (came.entering && !came.token) came = await enter();
  const { account, token } = came;
  const person = token && (await deps.sessions.find(token));
  if (token && person) return { person, token };
  await countFailure(deps, caller.address);
  const counted = countRefusal(deps, `sign-in ${account?.id ?? 'of nobody known'}`);
  if (counted)
    await recordEvent(deps.db, null, 'user.sign-in-refused', account?.id ?? null, {
      ...(account && { name: account.name }),
      ...counted,
    });
  throw new ProblemError('sign-in-failed', 'Invalid email or password. Please try again.');
}

type Entering = { id: number; name: string; passwordHash: string; nextHash: string };

/** Finds the account, and checks whether the person may enter. An outdated hash is renewed. */
async function lookAt({ db }: Deps, { email, password }: SignIn) {
  const account = await queries.findAccount(db, email);
  const matches = await verifyPassword(account?.passwordHash, password);
  if (!account || !matches || !account.isOpen) return { account, entering: null };
  const { passwordHash } = account;
  const nextHash = isOutdated(passwordHash) ? await hashPassword(password) : passwordHash;
  return { account, entering: { ...account, nextHash } };
}

/** Begins a session. Returns null when the account was changed since its password was checked. */
function begin({ db }: Deps, account: Entering, caller: Caller, guesser: Buffer) {
  return inTransaction(db, async (tx) => {
    if (!(await queries.noteSignIn(tx, account))) return null;
    await forgetGuesses(tx, guesser);
    if (caller.token !== undefined) await endSession(tx, caller.token);
    const token = await beginSession(tx, account.id, caller.userAgent);
    await recordEvent(tx, account, 'user.signed-in', account.id, { name: account.name });
    return token;
  });
}
