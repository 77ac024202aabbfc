import { isDeepStrictEqual } from 'node:util';

import { sql } from 'kysely';

import { mostActionEvents, mostEventsWithLinks, type ActionOwner } from '#domain/actions/action.ts';
import type { ActionEventInput } from '#domain/actions/action-input.ts';
import {
  canMove,
  isOpen,
  moveBetween,
  moves,
  statusNames,
  type ActionStatus,
  type Move,
} from '#domain/actions/moves.ts';
import { requiredByMove } from '#domain/actions/required-by-move.ts';
import type { Scope } from '#domain/people/person.ts';
import { findUserAt } from '#server/db/people/users-at.ts';
import type { ActionEventBody } from '#server/db/schema/actions.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { invalid, notFound, ProblemError } from '#server/problems.ts';
import * as queries from './queries.ts';
import { bringsEvidence, presentEvent, refusalOf, type Actor } from './read-action.ts';

/** Who sends an event: a person of the brand, or a hotel contact by link. */
type Sender = {
  deps: Pick<Deps, 'config'>;
  db: Db;
  by: Actor;
  scope: Scope;
};

/** The outcome of an event. `isNew` is false when the same event was stored before. */
export type Added = {
  eventId: number;
  isNew: boolean;
  applied: boolean;
  action: queries.LockedAction;
};

/**
 * The content of an event, and what it changes. With a `refusal` the event is kept as a note and changes
 * nothing.
 */
type Judged = {
  body: ActionEventBody;
  change?: Partial<{
    status: ActionStatus;
    dueOn: string;
    ownerUserId: number | null;
    ownerContactId: number | null;
    ownerName: string | null;
    what: string;
  }>;
  refusal?: string;
};

/**
 * Appends an event to the history of an action, once (rule 134). The action's row is locked, so events of
 * two people follow one another. An event is never lost: if the action has changed so that the event is too
 * late, it is stored with the reason and changes nothing.
 *
 * | kind              | applied                                     | kept as a note                    |
 * | ----------------- | ------------------------------------------- | --------------------------------- |
 * | comment, evidence | always                                      | –                                 |
 * | status            | the present status allows the move          | it does not, because of others    |
 * | due, owner, what  | the action is open: the later event is used | the action is closed              |
 *
 * Throws when sending the event again could not help: words or evidence are missing, or this person may not
 * do it.
 */
export async function addEvent(
  sender: Sender,
  actionId: number,
  input: ActionEventInput,
): Promise<Added> {
  const { db, by, scope } = sender;
  const actor = columnsOf(by);
  const action = await queries.lockAction(db, scope, actionId);
  if (!action) throw notFound('The action');
  const known = await queries.findEvent(db, input.clientId);
  if (known) {
    const isSame =
      known.actionId === actionId &&
      known.actorUserId === actor.actorUserId &&
      known.actorContactId === actor.actorContactId &&
      says(known, input);
    if (isSame) return { eventId: known.id, isNew: false, applied: known.applied, action };
    throw new ProblemError('same-key-other-content', 'Another event is stored under this id.');
  }
  // A full action cannot be verified. So hotel contacts must leave room for events of the brand's people.
  const most = by.kind === 'contact' ? mostEventsWithLinks : mostActionEvents;
  if ((await queries.countEvents(db, [actionId])) >= most)
    throw new ProblemError('conflict', `This action has ${most} events, and takes no more.`);
  const { body, change, refusal } = await judge(sender, action, input);
  const { id: eventId } = await db
    .insertInto('actionEvents')
    .values({
      ...{ clientId: input.clientId, actionId, kind: input.kind, body: JSON.stringify(body) },
      ...actor,
      ...(refusal !== undefined && { applied: false, refusal }),
      claimedAt: input.claimedAt ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (change)
    await db
      .updateTable('actions')
      .set({ ...change, version: sql`version + 1` })
      .where('id', '=', actionId)
      .execute();
  return { eventId, isNew: true, applied: refusal === undefined, action };
}

function columnsOf(by: Actor) {
  if (by.kind === 'contact')
    return { actorName: by.name, actorUserId: null, actorContactId: by.id };
  return { actorName: by.person.name, actorUserId: by.person.id, actorContactId: null };
}

async function judge(
  sender: Sender,
  action: queries.LockedAction,
  input: ActionEventInput,
): Promise<Judged> {
  const { text } = input;
  switch (input.kind) {
    case 'comment':
      return { body: { text } };
    case 'evidence':
      await requireFiles(sender.db, action, input.fileIds);
      return { body: { text, fileIds: input.fileIds } };
    case 'status':
      return judgeMove(sender, action, input);
    case 'due':
      return {
        body: { text, dueOn: input.dueOn },
        ...(isOpen(action.status)
          ? { change: { dueOn: input.dueOn } }
          : { refusal: await tooLate(sender.db, action, 'Your due day') }),
      };
    case 'what':
      return {
        body: { text, what: input.what },
        ...(isOpen(action.status)
          ? { change: { what: input.what } }
          : { refusal: await tooLate(sender.db, action, 'Your plan') }),
      };
    case 'owner': {
      const owner = input.owner && (await nameOwner(sender.db, action, input.owner));
      const change = {
        ownerUserId: owner?.kind === 'user' ? owner.id : null,
        ownerContactId: owner?.kind === 'contact' ? owner.id : null,
        ownerName: owner?.name ?? null,
      };
      return {
        body: { text, owner },
        ...(isOpen(action.status)
          ? { change }
          : { refusal: await tooLate(sender.db, action, 'Your owner') }),
      };
    }
  }
}

async function requireFiles(
  db: Db,
  { clientId }: queries.LockedAction,
  fileIds: readonly string[],
): Promise<void> {
  const files = await queries.listFiles(db, clientId);
  const held = new Set(files.map(({ fileId }) => fileId));
  const place = fileIds.findIndex((fileId) => !held.has(fileId));
  if (place >= 0)
    throw invalid(`fileIds.${place}`, 'This file of the action has not arrived; send it first');
}

type StatusInput = Extract<ActionEventInput, { kind: 'status' }>;

async function judgeMove(
  { deps, db, by }: Sender,
  action: queries.LockedAction,
  { from, to, text }: StatusInput,
): Promise<Judged> {
  const move = moveBetween(from, to);
  if (!move)
    throw invalid('to', `An action that is ${statusNames[from]} cannot become ${statusNames[to]}`);
  const body: ActionEventBody = { text, move, from, to };
  const { fourEyes } = deps.config;
  const may = refusalOf(move, { by, fourEyes }, action);
  const isPossible = canMove(action.status, move);
  if (may !== null && (isPossible || move === 'withdraw'))
    throw new ProblemError('not-allowed', may);
  if (!isPossible) return { body, refusal: await tooLate(db, action, `Your “${statusNames[to]}”`) };
  await requireWanted(db, action, { move, text });
  return { body, change: { status: to } };
}

const wordsWanted: Partial<Record<Move, string>> = {
  finish: 'Say what was done, or add a photo',
  return: 'Say what is missing',
  withdraw: 'Say why it is withdrawn',
};

async function requireWanted(
  db: Db,
  action: queries.LockedAction,
  { move, text }: { move: Move; text: string },
): Promise<void> {
  if (moves[move].wants === 'nothing') return;
  const [rows, files] = await Promise.all([
    queries.listEvents(db, action.id),
    queries.listFiles(db, action.clientId),
  ]);
  const events = rows.map((row) => presentEvent(row, files));
  const hasEvidence = bringsEvidence(events, action.foundAt);
  const wants = requiredByMove(move, { severity: action.severity, hasEvidence });
  if (wants === 'evidence')
    throw invalid('to', 'A critical action is done with a photo or document; add one first');
  if (wants !== 'nothing' && text === '')
    throw invalid('text', wordsWanted[move] ?? 'Comment is required');
}

/** What somebody did, as it follows their name. */
const didOf: Readonly<Record<Move, string>> = {
  start: 'has begun with this',
  finish: 'marked this as done',
  return: 'returned this',
  verify: 'verified this',
  withdraw: 'withdrew this',
  pass: 'The re-assessment verified this',
  reopen: 'This was opened again',
  clear: 'The finding was taken back',
  waive: 'The question was waived',
  'find-again': 'A round found this again',
};

/** Returns why an event changes nothing: “Ana Ruiz verified this meanwhile. Your “done” is kept as a note.” */
async function tooLate(db: Db, { id }: queries.LockedAction, what: string): Promise<string> {
  const events = await queries.listEvents(db, id);
  const last = events.findLast(({ kind, applied }) => kind === 'status' && applied);
  const move = last?.body.move;
  const did = move ? [last.by ?? [], didOf[move]].flat().join(' ') : 'This changed';
  return `${did} meanwhile. ${what} is kept as a note.`;
}

async function nameOwner(
  db: Db,
  { hotelId }: queries.LockedAction,
  { kind, id }: { kind: ActionOwner['kind']; id: number },
): Promise<ActionOwner> {
  const name =
    kind === 'user'
      ? await findUserAt(db, hotelId, id)
      : await queries.findContactOf(db, hotelId, id);
  if (name === undefined)
    throw invalid(
      'owner.id',
      kind === 'user'
        ? 'This person does not see the hotel; choose another'
        : 'This contact is not at the hotel any more; choose another',
    );
  return { kind, id, name };
}

/** Returns whether a stored event says the same as one that was sent. */
function says({ kind, body }: queries.EventRow, input: ActionEventInput): boolean {
  const { kind: sent, clientId: _, claimedAt: _at, ...said } = input;
  const { text = '', move: _move, owner, ...stored } = body;
  const isOwner = owner === undefined ? {} : { owner: owner && { kind: owner.kind, id: owner.id } };
  return kind === sent && isDeepStrictEqual({ text, ...stored, ...isOwner }, said);
}
