import { useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';

import {
  contactSchema,
  linkSchema,
  madeLinkSchema,
  type Contact,
  type ContactLink,
  type NewContact,
} from '#domain/contacts/contact.ts';
import { call } from '#web/lib/api.ts';
import { useRequestKey } from '#web/lib/use-request-key.ts';
import { readingsOf } from '#web/offline/readings/cached-query.ts';
import { contactsPath as pathOf } from '#web/offline/readings/contacts-reading.ts';
import { useRefreshAfter } from '#web/offline/readings/use-refresh-after.ts';
import { toast } from '#web/ui/notices/toast.ts';

const linksPathOf = (hotelId: number, contactId: number) =>
  `${pathOf(hotelId)}/${contactId}/links` as const;

/** Returns a function that reads the contacts again, and the report, which says whether there are any. */
function useRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries(readingsOf('/api/hotels'));
}

/** Adds a contact, or changes one. A press after a lost reply adds nobody twice. */
export function useSaveContact(hotelId: number, contactId: number | undefined) {
  const refresh = useRefreshAfter(useRefresh());
  const keyOf = useRequestKey();
  return useMutation({
    mutationFn: (contact: Omit<NewContact, 'clientId'>) =>
      contactId === undefined
        ? call({
            method: 'POST',
            path: pathOf(hotelId),
            body: { ...contact, clientId: keyOf(contact) },
            schema: contactSchema,
          })
        : call({
            method: 'PATCH',
            path: `${pathOf(hotelId)}/${contactId}`,
            body: contact,
            schema: contactSchema,
          }),
    onSuccess: ({ name }) => toast.success(contactId === undefined ? `${name} added` : 'Saved'),
    onSettled: refresh,
  });
}

export function useRemoveContact(hotelId: number) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id }: Pick<Contact, 'id'>) =>
      call({ method: 'DELETE', path: `${pathOf(hotelId)}/${id}`, schema: contactSchema }),
    onSuccess: ({ name }) => toast.success(`${name} removed`, 'Their links have ended.'),
    onError: (error) => toast.failure('Nobody was removed', error),
    onSettled: refresh,
  });
}

type OfContact = { hotelId: number; contactId: number };

/** Returns the query for a contact's usable links. No device keeps them. */
export function linksQuery({ hotelId, contactId }: OfContact) {
  const path = linksPathOf(hotelId, contactId);
  return {
    queryKey: ['links', path],
    queryFn: () => call({ path, schema: z.array(linkSchema) }),
  };
}

function useRefreshLinks(of: OfContact) {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: linksQuery(of).queryKey });
}

/** Makes a link. The reply holds its token, which the server shows this once. */
export function useMakeLink(of: OfContact) {
  const refresh = useRefreshLinks(of);
  const keyOf = useRequestKey();
  return useMutation({
    mutationFn: ({ roundId, after }: { roundId: number; after: number }) =>
      call({
        method: 'POST',
        path: linksPathOf(of.hotelId, of.contactId),
        // `after` changes with each link that was shown, so that the next press makes another link, even for
        // the same round.
        body: { roundId, clientId: keyOf({ roundId, after }) },
        schema: madeLinkSchema,
      }),
    onError: (error) => toast.failure('The link was not made', error),
    onSettled: refresh,
  });
}

export function useRevokeLink(of: OfContact) {
  const refresh = useRefreshLinks(of);
  return useMutation({
    mutationFn: ({ id }: Pick<ContactLink, 'id'>) =>
      call({
        method: 'DELETE',
        path: `${linksPathOf(of.hotelId, of.contactId)}/${id}`,
        schema: z.null(),
      }),
    onSuccess: () => toast.success('Link revoked', 'It opens nothing any more.'),
    onError: (error) => toast.failure('The link was not revoked', error),
    onSettled: refresh,
  });
}
