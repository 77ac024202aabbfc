import type { ActionEventInput } from '#domain/actions/action-input.ts';
import { statusNames } from '#domain/actions/moves.ts';
import type { AuditAction } from '#domain/audit/actions.ts';
import { shortName } from '#domain/audit/changes.ts';
import { recordEvent, recordEvents, type EventDetails } from '#server/db/audit/record-event.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import type { Added } from './add-event.ts';

/** Appends an event of an action to the audit trail, with what it changed and never its words. */
export async function noteEvent(
  db: Db,
  actor: { id: number | null; name: string } | null,
  { action, applied }: Added,
  input: ActionEventInput,
): Promise<void> {
  const [act, details] = applied ? auditOf(input) : (['action.late', {}] as const);
  await recordEvent(db, actor, act, action.id, { ...namesOf(action), ...details });
}

/** Appends for each of many actions that it has an owner, as for one that is changed alone. */
export function noteOwners(
  db: Db,
  actor: { id: number; name: string },
  actions: readonly Named[],
): Promise<void> {
  return recordEvents(
    db,
    actor,
    'action.changed',
    actions.map((action) => ({
      objectId: action.id,
      details: { ...namesOf(action), changes: { owner: null } },
    })),
  );
}

type Named = Pick<Added['action'], 'id' | 'hotelId' | 'questionKey' | 'questionText'>;

/** Returns the hotel, and the standard code of the question or its words. */
function namesOf({ hotelId, questionKey, questionText }: Named) {
  const name = questionKey.startsWith('code:') ? questionKey.slice(5) : questionText;
  return { hotelId, name: shortName(name) };
}

/** Returns what the audit trail stores of an event: never its words. */
function auditOf(input: ActionEventInput): readonly [AuditAction, EventDetails] {
  switch (input.kind) {
    case 'comment':
    case 'evidence':
      return ['action.commented', {}];
    case 'due':
      return ['action.changed', { changes: { dueOn: null } }];
    case 'what':
      return ['action.changed', { changes: { what: null } }];
    case 'owner':
      return ['action.changed', { changes: { owner: null } }];
    case 'status': {
      if (input.to === 'verified') return ['action.verified', {}];
      const { from, to } = input;
      return ['action.status-changed', { from: statusNames[from], to: statusNames[to] }];
    }
  }
}
