import type { FastifyReply, FastifyRequest } from 'fastify';

import { can, type Person } from '#domain/people/person.ts';
import type { Action } from '#domain/people/roles.ts';
import { actingUserHeader } from '#domain/sync/acting-user.ts';
import type { Deps } from '#server/deps.ts';
import { ProblemError } from '#server/problems.ts';
import { tokenOf } from './auth-sessions.ts';
import { admitContact, requireContact } from './contact-session.ts';
import { requireMonitor } from './require-monitor.ts';

/**
 * Who may call a route. `monitor` is not a person but a program that sends the token of
 * METRICS_TOKEN. `contact` is a hotel contact, who has a link and no account (`contact-session.ts`). A
 * person's cookie opens no route of a contact, and a contact's cookie none of a person.
 */
export type Policy = 'anyone' | 'monitor' | 'contact' | 'signed-in' | Action;

/** What is read of a route to admit a caller. */
type Admitting = { method: string; who: Policy; beforeOwnPassword: boolean; asksAgain: boolean };

/**
 * Finds out who calls, and throws unless they may call this route at all. Runs before the body is
 * read.
 */
export async function admit(deps: Deps, route: Admitting, request: FastifyRequest): Promise<void> {
  if (route.who === 'monitor') return requireMonitor(deps.config.metricsToken, request);
  if (route.who === 'contact') return admitContact(deps, request);
  const token = tokenOf(deps, request);
  const remembered = route.asksAgain && token ? deps.sessions.recall(token) : null;
  if (!remembered || refusalOf(route, request, remembered.person))
    return admitAnew(deps, route, request);
  request.remembered = remembered;
  request.person = remembered.person;
}

export async function admitAnew(
  deps: Deps,
  route: Admitting,
  request: FastifyRequest,
): Promise<void> {
  const token = tokenOf(deps, request);
  request.remembered = null;
  request.person = token ? await deps.sessions.find(token) : null;
  const refusal = refusalOf(route, request, request.person);
  if (refusal) throw refusal;
}

/** A body that takes more milliseconds than this to arrive makes the server read the rights again. */
const quickly = 500;

/**
 * Finds out again who calls, when the body took long to arrive. A sender decides how long that is, up to
 * the request's time limit. Without this check, somebody who expects to lose their account could begin
 * calls before, and finish them afterwards with the rights that they had.
 *
 * A call with a remembered session needs no check, because its own statement makes it.
 */
export async function admitAgain(
  deps: Deps,
  route: Admitting,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (route.method === 'GET' || request.remembered || reply.elapsedTime < quickly) return;
  if (route.who === 'contact') await requireContact(deps, request);
  else if (route.who !== 'anyone' && route.who !== 'monitor') await admitAnew(deps, route, request);
}

function refusalOf(
  { who, beforeOwnPassword }: Admitting,
  request: FastifyRequest,
  person: Person | null,
): ProblemError | null {
  if (who === 'anyone' || who === 'monitor' || who === 'contact') return null;
  if (!person || !actsForItself(request, person))
    return new ProblemError('not-signed-in', 'Please sign in.');
  if (person.mustChangePassword && !beforeOwnPassword)
    return new ProblemError(
      'password-change-required',
      'Please choose a password of your own first.',
    );
  if (who !== 'signed-in' && !can(person, who))
    return new ProblemError('not-allowed', "You don't have permission to do this.");
  return null;
}

/** False when the device names another person as the sender of the work than the one signed in. */
function actsForItself(request: FastifyRequest, person: Person): boolean {
  const named = request.headers[actingUserHeader];
  return named === undefined || named === String(person.id);
}
