import type { Person } from '#domain/people/person.ts';
import type { ChangePassword } from '#domain/people/sign-in.ts';
import { passwordHashOf } from '#server/db/people/password-hash.ts';
import { recordEvent } from '#server/db/audit/record-event.ts';
import { inTransaction } from '#server/db/statements/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { beginSession, endSessionsOf } from '#server/http/auth-sessions.ts';
import { whyGuessable } from '#server/guessable-password.ts';
import { hashPassword, verifyPassword } from '#server/passwords.ts';
import { invalid, ProblemError } from '#server/problems.ts';
import { forgetGuesses, slowGuess } from '#server/http/slow-guesses.ts';
import * as queries from './queries.ts';

/**
 * Changes a person's own password. A wrong current password counts as a failed sign-in; otherwise
 * somebody with a borrowed device could guess without being slowed. All sessions end, this one too,
 * so that a copied cookie becomes useless. The person gets a new session.
 */
export async function changePassword(
  { db, now }: Deps,
  person: Person,
  { currentPassword, newPassword }: ChangePassword,
  caller: { address: string; userAgent: string },
): Promise<{ person: Person; token: string }> {
  const { email } = person;
  const { address } = caller;
  const from = await slowGuess({ db, now }, { account: email, address }, async (guesser) => {
    const known = await passwordHashOf(db, person.id);
    if (known === undefined || !(await verifyPassword(known, currentPassword)))
      throw invalid('currentPassword', 'This is not your current password');
    await forgetGuesses(db, guesser);
    return known;
  });
  if (newPassword === currentPassword)
    throw invalid('newPassword', 'Choose another password than the current one');
  if (await queries.isDefaultPassword(db, newPassword))
    throw invalid('newPassword', 'Choose another password than the default one');
  const reason = await whyGuessable(newPassword, person);
  if (reason !== undefined) throw invalid('newPassword', reason);

  const to = await hashPassword(newPassword);
  const token = await inTransaction(db, async (tx) => {
    if (!(await queries.replacePassword(tx, person.id, { from, to })))
      throw new ProblemError('changed-meanwhile', 'Your password was changed meanwhile.');
    await endSessionsOf(tx, person.id);
    await recordEvent(tx, person, 'user.password-changed', person.id, { name: person.name });
    return beginSession(tx, person.id, caller.userAgent);
  });
  return { person: { ...person, mustChangePassword: false }, token };
}
