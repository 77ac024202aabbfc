import { z } from 'zod';

import { changeSchema } from '#domain/change-schema.ts';
import { idField } from '#domain/identity.ts';
import { emailField } from '#domain/people/system-user.ts';
import { roundKinds } from '#domain/rounds/round.ts';
import { clientIdField } from '#domain/sync/client-id.ts';
import { emptyableLine, shortText } from '#domain/text.ts';
import { stages } from '#domain/workflow/stages.ts';

/**
 * Hotel contacts and their links (rules 137 to 142, docs/decisions/0063). A contact works at a hotel and
 * has no account. A link opens one round of the hotel for them.
 */

/** The most contacts of a hotel, without those who have left. */
export const mostContacts = 20;
/** The most contacts of a hotel, with those who have left. */
export const mostContactsEver = 200;
/** The most links of a contact that can be used at the same time. */
export const mostLinks = 10;
/**
 * The number of tokens that open a link. Each repetition of the call that made it adds one (rule 267), and ends the oldest
 * beyond this number.
 */
export const mostTokens = 20;
/** The days after which a link expires. */
export const linkDays = 60;

const moment = z.iso.datetime();

export const contactFields = {
  name: shortText('Name'),
  email: emailField.nullable().default(null),
  jobTitle: emptyableLine('Job title').default(''),
};

/** The body of POST /api/hotels/{id}/contacts. */
export const newContactSchema = z.object({
  clientId: clientIdField.describe('Made by the caller. Sent again, the contact is stored once.'),
  ...contactFields,
});
export type NewContact = z.input<typeof newContactSchema>;

/** The body of PATCH /api/hotels/{id}/contacts/{contactId}. What it leaves out stays as it is. */
export const contactChangeSchema = changeSchema(contactFields);
export type ContactChange = z.output<typeof contactChangeSchema>;

const hotelIdField = idField('This is not the number of a record').describe(
  'The `id` of the hotel.',
);
const contactIdField = idField('This is not the number of a contact');
export const contactParams = z.object({ id: hotelIdField, contactId: contactIdField });
export const linkParams = contactParams.extend({
  linkId: idField('This is not the number of a link'),
});

/** A contact in the replies of the calls about them. */
export const contactSchema = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string().nullable(),
  jobTitle: z.string(),
  isActive: z.boolean().describe('False for somebody who has left. Their name stays.'),
  createdAt: moment,
});
export type Contact = z.infer<typeof contactSchema>;

/** The body of POST …/links. */
export const newLinkSchema = z.object({
  clientId: clientIdField.describe(
    'Made by the caller. Sent again before the link was used, the same link gets another token, and each of its tokens opens it.',
  ),
  roundId: idField('Please choose an assessment').describe('A round of the hotel.'),
});

/** A link that can be used. */
export const linkSchema = z.object({
  id: z.int(),
  roundId: z.int(),
  kind: z.enum(roundKinds),
  stage: z.enum(stages),
  cycle: z.int().describe('The number of the cycle of its round.'),
  createdAt: moment,
  expiresAt: moment,
  lastUsedAt: moment.nullable().describe('To within five minutes; null while nobody has used it.'),
});
export type ContactLink = z.infer<typeof linkSchema>;

/** The reply of POST …/links. */
export const madeLinkSchema = linkSchema.extend({
  token: z
    .string()
    .describe('Shown this once: the server keeps only a digest. The link is `/h/` and the token.'),
});
export type MadeLink = z.infer<typeof madeLinkSchema>;
