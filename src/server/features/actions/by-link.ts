import { linkEventInputSchema, linkEventReplySchema } from '#domain/contacts/plan-by-link.ts';
import { idParams } from '#domain/identity.ts';
import { requireActionByLink } from '#server/db/plans/plan-by-link.ts';
import { actorOf } from '#server/http/contact-session.ts';
import { defineRoute } from '#server/http/route.ts';
import { addEvent } from './add-event.ts';
import { noteEvent } from './note-event.ts';

/** A hotel contact adds an event to an action of the round that their link opens (rules 148 and 149). */
export const addByLink = defineRoute({
  method: 'POST',
  path: '/api/link/actions/{id}/events',
  summary:
    'Comment on an action, start it or report it done by link; sent again, it is stored once',
  who: 'contact',
  audit: 'action.changed',
  repeat: 'own',
  params: idParams,
  body: linkEventInputSchema,
  answer: linkEventReplySchema,
  status: 201,
  refuses: {
    400: 'There is no such move for a contact, or it needs words, evidence or a file that has not arrived.',
    404: 'The round has no such action.',
    409: 'As for `POST /api/actions/{id}/events`, or the round is reopened.',
  },
  run: async ({ deps, db, contact, params: { id }, body, reply }) => {
    await requireActionByLink(db, contact, id);
    const by = { kind: 'contact', id: contact.id, name: contact.name } as const;
    const added = await addEvent({ deps, db, by, scope: { kind: 'all' } }, id, body);
    if (added.isNew) await noteEvent(db, actorOf(contact), added, body);
    else void reply.code(200);
    return { applied: added.applied };
  },
});
