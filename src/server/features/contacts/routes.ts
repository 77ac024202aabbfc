import { z } from 'zod';

import {
  contactChangeSchema,
  contactParams,
  contactSchema,
  mostContacts,
  mostContactsEver,
  newContactSchema,
} from '#domain/contacts/contact.ts';
import { idParams } from '#domain/identity.ts';
import type { Scope } from '#domain/people/person.ts';
import { lockHotel } from '#server/db/rounds/lock-hotel.ts';
import { hotelInScope } from '#server/db/people/scope.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import { defineRoute } from '#server/http/route.ts';
import { notFound, ProblemError } from '#server/problems.ts';
import { linkRoutes } from './link-routes.ts';
import { openRoutes } from './open-routes.ts';
import * as queries from './queries.ts';

const list = defineRoute({
  method: 'GET',
  path: '/api/hotels/{id}/contacts',
  summary: 'The hotel’s contacts, who work by link, including those who have left',
  who: 'contacts.manage',
  params: idParams,
  answer: z.array(contactSchema),
  run: async ({ db, scope, params: { id } }) => {
    if (!(await hotelInScope(db, scope, id))) throw notFound('The hotel');
    return queries.listContacts(db, id);
  },
});

const add = defineRoute({
  method: 'POST',
  path: '/api/hotels/{id}/contacts',
  summary: 'Add a contact to a hotel; sent again, they are stored once',
  who: 'contacts.manage',
  audit: 'contact.added',
  repeat: 'own',
  params: idParams,
  body: newContactSchema,
  answer: contactSchema,
  status: 201,
  refuses: {
    409: 'The hotel has as many contacts as it can have, or the `clientId` is that of another one.',
  },
  run: async ({ db, scope, params: { id: hotelId }, body, record, reply }) => {
    if (!(await lockHotel(db, scope, hotelId))) throw notFound('The hotel');
    const known = await queries.findByClientId(db, body.clientId);
    if (known) {
      const isSame =
        known.hotelId === hotelId &&
        known.name === body.name &&
        known.email === body.email &&
        known.jobTitle === body.jobTitle;
      if (!isSame)
        throw new ProblemError('same-key-other-content', 'Another contact has this client id.');
      void reply.code(200);
      return known;
    }
    const { active, all } = await queries.countContacts(db, hotelId);
    if (active >= mostContacts)
      throw new ProblemError('conflict', `A hotel can have ${mostContacts} contacts.`);
    if (all >= mostContactsEver)
      throw new ProblemError(
        'conflict',
        `A hotel can have ${mostContactsEver} contacts with those who have left.`,
      );
    const contact = await queries.insertContact(db, { ...body, hotelId });
    await record(contact.id, { hotelId, name: contact.name });
    return contact;
  },
});

const change = defineRoute({
  method: 'PATCH',
  path: '/api/hotels/{id}/contacts/{contactId}',
  summary: "Change a contact's name, e-mail address or job title",
  who: 'contacts.manage',
  audit: 'contact.changed',
  repeat: 'own',
  params: contactParams,
  body: contactChangeSchema,
  answer: contactSchema,
  refuses: { 409: 'They have left the hotel.' },
  run: async ({ db, scope, params: { id: hotelId, contactId }, body, record }) => {
    const contact = await lockContact(db, scope, { hotelId, contactId });
    if (!contact.isActive)
      throw new ProblemError('conflict', `${contact.name} was removed from this hotel.`);
    const changed = await queries.changeContact(db, contactId, body);
    await record(contactId, { hotelId, name: changed.name });
    return changed;
  },
});

const remove = defineRoute({
  method: 'DELETE',
  path: '/api/hotels/{id}/contacts/{contactId}',
  summary: 'Remove a contact: their links end, and their name stays in the history',
  who: 'contacts.manage',
  audit: 'contact.removed',
  repeat: 'own',
  params: contactParams,
  answer: contactSchema,
  run: async ({ db, scope, params: { id: hotelId, contactId }, record }) => {
    const contact = await lockContact(db, scope, { hotelId, contactId });
    if (!contact.isActive) return contact;
    await record(contactId, { hotelId, name: contact.name });
    return queries.changeContact(db, contactId, { isActive: false });
  },
});

type Named = { hotelId: number; contactId: number };

/** Locks a contact of a hotel within scope. */
async function lockContact(db: Db, scope: Scope, { hotelId, contactId }: Named) {
  const isSeen = await hotelInScope(db, scope, hotelId);
  const contact = isSeen ? await queries.lockContact(db, hotelId, contactId) : undefined;
  if (!contact) throw notFound('The contact');
  return contact;
}

export const contactRoutes = [list, add, change, remove, ...linkRoutes, ...openRoutes];
