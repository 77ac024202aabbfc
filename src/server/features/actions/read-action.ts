import type { Action, ActionEvent } from '#domain/actions/action.ts';
import { canMove, isOpen, moveNames, moves, type Move } from '#domain/actions/moves.ts';
import { requiredByMove } from '#domain/actions/required-by-move.ts';
import { contactMoves } from '#domain/contacts/plan-by-link.ts';
import { can, type Person } from '#domain/people/person.ts';
import type { Deps } from '#server/deps.ts';
import { notFound } from '#server/problems.ts';
import * as queries from './queries.ts';

type Reader = queries.Reader & { deps: Pick<Deps, 'config'> };

/** Returns an action with its history, and what the caller can do with it now. */
export async function readAction(reader: Reader, id: number): Promise<Action> {
  const found = await queries.findAction(reader, id);
  if (!found) throw notFound('The action');
  const { foundAt, formerId, formerStatus, formerNumber, ownerUserId, ...row } = found;
  const [rows, files] = await Promise.all([
    queries.listEvents(reader.db, id),
    queries.listFiles(reader.db, row.clientId),
  ]);
  const events = rows.map((event) => presentEvent(event, files));
  const hasEvidence = bringsEvidence(events, foundAt);
  const isRepeated = formerId !== null && formerStatus !== null && formerNumber !== null;
  return {
    ...queries.presentRow({ ...row, ownerUserId }),
    repeatOf: isRepeated ? { id: formerId, status: formerStatus, cycle: formerNumber } : null,
    ...{ hasEvidence, events },
    moves: movesOf(reader, { status: row.status, ownerUserId }).map((move) => ({
      ...{ move, to: moves[move].to },
      wants: requiredByMove(move, { severity: row.severity, hasEvidence }),
    })),
    canChange: isOpen(row.status) && can(reader.person, 'actions.write'),
  };
}

type Files = Awaited<ReturnType<typeof queries.listFiles>>;

/** Returns an event as replies have it, with the files that are still there. */
export function presentEvent(row: queries.EventRow, files: Files): ActionEvent {
  const { id, clientId, kind, by, byId, at, claimedAt, applied, refusal, body } = row;
  const { text = '', fileIds, ...told } = body;
  return {
    ...{ id, clientId, kind, by, byId, at, claimedAt, applied, refusal, text, ...told },
    ...(row.actorContactId !== null && { isByLink: true }),
    ...(fileIds && { files: files.filter(({ fileId }) => fileIds.includes(fileId)) }),
  };
}

/** True when an event since the finding names a file that still exists. */
export function bringsEvidence(events: readonly ActionEvent[], foundAt: string): boolean {
  return events.some(({ at, files = [] }) => files.length > 0 && at >= foundAt);
}

type Owned = { status: Action['status']; ownerUserId: number | null };

/** Returns the moves that this person can make. */
function movesOf({ person, deps }: Pick<Reader, 'person' | 'deps'>, action: Owned) {
  return moveNames.filter(
    (move) =>
      moves[move].byPeople &&
      canMove(action.status, move) &&
      refusalOf(move, { by: { kind: 'user', person }, fourEyes: deps.config.fourEyes }, action) ===
        null,
  );
}

/** A person of the brand, or a hotel contact by link. */
export type Actor =
  { kind: 'user'; person: Person } | { kind: 'contact'; id: number; name: string };

/** Returns why this person may not make the move, in words; null where they may. */
export function refusalOf(
  move: Move,
  { by, fourEyes }: { by: Actor; fourEyes: boolean },
  { ownerUserId }: Pick<Owned, 'ownerUserId'>,
): string | null {
  if (by.kind === 'contact')
    return contactMoves.some((one) => one === move) ? null : 'Only people of the brand do this.';
  const { person } = by;
  if (move === 'withdraw' && !can(person, 'actions.withdraw'))
    return 'Only an Admin can withdraw an action.';
  if (move !== 'verify') return can(person, 'actions.write') ? null : 'You cannot change actions.';
  if (!can(person, 'actions.verify')) return 'You cannot verify actions.';
  const isOwn = fourEyes && ownerUserId === person.id;
  return isOwn ? 'You own this action, so somebody else must verify it.' : null;
}
