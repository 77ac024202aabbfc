import { sql } from 'kysely';

import { mostActions } from '#domain/actions/action.ts';
import { canMove, isOpen } from '#domain/actions/moves.ts';
import { requiredByMove } from '#domain/actions/required-by-move.ts';
import { contactMoves, mostEventsByLink, type LinkAction } from '#domain/contacts/plan-by-link.ts';
import { notFound, ProblemError } from '#server/problems.ts';
import type { ActionEventBody } from '#server/db/schema/actions.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import { hasLeft } from './has-left.ts';

/** A contact whose link opens a round. */
type Holder = { id: number; roundId: number; hotelId: number };

/**
 * Selects the actions of the round that the link opens, also those whose finding was taken back: the hotel may have
 * worked on them.
 */
function ofRound(db: Db, { roundId, hotelId }: Holder) {
  return db
    .selectFrom('actions as action')
    .where('action.hotelId', '=', hotelId)
    .where(
      sql<boolean>`(${roundId} = any(action.found_in)
        or action.round_id = ${roundId} and action.status = 'not-a-finding')`,
    );
}

/** The condition that the round is approved. The plan is shown and worked on only then. */
const isApproved = ({ roundId }: Holder) =>
  sql<boolean>`exists (select from rounds where id = ${roundId} and approved_at is not null)`;

/** Returns an action that the link opens. */
export function findActionByLink(db: Db, contact: Holder, id: number) {
  return ofRound(db, contact)
    .select(['action.id', 'action.clientId', 'action.questionId'])
    .where('action.id', '=', id)
    .where(isApproved(contact))
    .executeTakeFirst();
}

/** Returns an action to write to. Throws where the link opens none, or the round is reopened. */
export async function requireActionByLink(db: Db, contact: Holder, id: number) {
  const action = await findActionByLink(db, contact, id);
  if (action) return action;
  const later = await ofRound(db, contact)
    .select('action.id')
    .where('action.id', '=', id)
    .executeTakeFirst();
  throw later
    ? new ProblemError(
        'conflict',
        'This assessment was reopened for corrections. Send this again once it is approved again.',
      )
    : notFound('The action');
}

/** Returns the plan of the round that a link opens: open actions first, by their due day. */
export async function readPlanByLink(
  db: Db,
  contact: Holder,
  today: string,
): Promise<LinkAction[]> {
  const rows = await ofRound(db, contact)
    .where(isApproved(contact))
    .select(['action.id', 'action.clientId', 'action.questionText', 'action.severity'])
    .select('action.what')
    .select(['action.status', 'action.dueOn', 'action.ownerName', 'action.ownerContactId'])
    .select(hasLeft.as('hasLeft'))
    .select(
      sql<boolean>`exists (select from action_events event
        join evidence file on file.interview = action.client_id and not file.is_stray
          and event.body -> 'fileIds' ? file.file_id
        where event.action_id = action.id and event.at >= action.found_at)`.as('hasEvidence'),
    )
    .orderBy(sql`action.status not in ('open', 'in-progress', 'done')`)
    .orderBy('action.dueOn')
    .orderBy('action.id')
    .limit(mostActions)
    .execute();
  const [events, files] = await Promise.all([
    listEvents(db, rows.map(idOf)),
    listFiles(db, rows.map(clientIdOf)),
  ]);
  return rows.map(({ clientId, ownerContactId, hasEvidence, hasLeft: left, ...row }) => {
    const own = events.filter(({ actionId }) => actionId === row.id);
    const held = files.filter(({ interview }) => interview === clientId);
    return {
      ...row,
      isOverdue: isOpen(row.status) && row.dueOn < today,
      ...(left && isOpen(row.status) && { ownerLeft: true as const }),
      isMine: ownerContactId === contact.id,
      moves: contactMoves
        .filter((move) => canMove(row.status, move))
        .map((move) => ({
          move,
          wants: requiredByMove(move, { severity: row.severity, hasEvidence }),
        })),
      earlier: (own[0]?.count ?? own.length) - own.length,
      events: own.map(({ actionId: _, count: _count, body, ...event }) => ({
        ...event,
        text: body.text ?? '',
        ...(body.move && { move: body.move }),
        photos: held
          .filter(({ fileId }) => body.fileIds?.includes(fileId))
          .map(({ interview: _interview, ...file }) => file),
      })),
    };
  });
}

const idOf = ({ id }: { id: number }) => id;
const clientIdOf = ({ clientId }: { clientId: string }) => clientId;

type EventRow = LinkAction['events'][number] & {
  actionId: number;
  /** All events of the action that a contact may see. */
  count: number;
  body: ActionEventBody;
};

/**
 * Returns the latest events of each action that a hotel contact may see. Changes of the owner, the due day and other
 * fields are not among them, because the action itself shows these.
 */
async function listEvents(db: Db, actionIds: readonly number[]) {
  const { rows } = await sql<Omit<EventRow, 'text' | 'move' | 'photos'>>`
    select id, action_id, kind, by, at, applied, refusal, body, count from (
      select id, action_id, kind, actor_name as by, at, applied, refusal, body,
        count(*) over (partition by action_id)::integer as count,
        row_number() over (partition by action_id order by id desc) as place
      from action_events
      where action_id = any(${[...actionIds]}::integer[])
        and kind in ('comment', 'evidence', 'status')) event
    where place <= ${mostEventsByLink} order by id`.execute(db);
  return rows;
}

function listFiles(db: Db, interviews: readonly string[]) {
  return db
    .selectFrom('evidence')
    .select(['interview', 'fileId', 'name'])
    .select(sql<boolean>`thumbnail_name is not null`.as('hasThumbnail'))
    .where('interview', '=', sql<string>`any(${[...interviews]}::text[])`)
    .where('isStray', '=', false)
    .orderBy('id')
    .execute();
}
