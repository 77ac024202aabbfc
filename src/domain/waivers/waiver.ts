import { z } from 'zod';

import { idField } from '#domain/identity.ts';
import { longestCode } from '#domain/surveys/question.ts';
import { clientIdField } from '#domain/sync/client-id.ts';
import { longText } from '#domain/text.ts';
import { daysIn } from '#domain/time-zone.ts';

/**
 * Waivers (rules 111 to 113, docs/decisions/0059).
 *
 * A waiver says that one question does not count at one hotel from one day to another, and why. An
 * interview that is completed in these days stores the question as waived: it counts in no sum and is no
 * finding, and an answer that was given is kept.
 */

/** The most characters of a waiver's reason. */
export const longestWaiverReason = 500;
/** The most waivers that one hotel ever has, with those that are over or were revoked. */
export const mostWaivers = 200;
/** The most years from the first day of a waiver to its last. */
export const mostWaivedYears = 3;
/** The screens show a warning for a waiver that ends within this many days. */
export const endsSoonDays = 30;

// This pattern accepts an empty key, because an earlier check refuses it with a message for people
// who chose no question.
const questionKeyField = longText('Question', longestCode + 'code:'.length)
  .regex(/^(?:code:\S.*|id:[1-9]\d{0,9}|)$/, 'Give a key such as code:FO-012 or id:417')
  .overwrite((key) => (key.startsWith('code:') ? `code:${key.slice(5).toUpperCase()}` : key));

// A calendar day. The first year is 1, because PostgreSQL has no year 0.
const dayField = z.iso
  .date({ error: 'Choose a day', abort: true })
  .refine((day) => day >= '0001', 'Choose a day of this calendar');

/**
 * The body of POST /api/hotels/{id}/waivers. Returns 400 at `questionKey` where no question has this key,
 * at `validFrom` where another waiver of the question covers some of the days, and at `validTo` where the
 * last day is before the first, is over, or more than {@link mostWaivedYears} years later.
 */
export const newWaiverSchema = z
  .object({
    clientId: clientIdField.describe(
      'A name that the caller invents. A call that repeats it gets the waiver that the first one stored.',
    ),
    questionKey: questionKeyField.describe(
      'What is waived: `code:FO-012`, or `id:417` for a question without a code.',
    ),
    reason: longText('Reason', longestWaiverReason),
    validFrom: dayField.describe("The first day, in the installation's time zone."),
    validTo: dayField.describe('The last day; it is included.'),
    roundId: idField('This is not the number of a round')
      .optional()
      .describe(
        'An open round of the hotel to whose responses the waiver is applied too, each as a revision. Left out, it applies to interviews that are completed from now on.',
      ),
  })
  .superRefine(({ validFrom, validTo }, context) => {
    const refuse = (message: string) =>
      context.addIssue({ code: 'custom', path: ['validTo'], message });
    if (validTo < validFrom) refuse('The last day is before the first');
    else if (validTo > yearsLater(validFrom))
      refuse(`A waiver lasts at most ${mostWaivedYears} years`);
  });
export type NewWaiver = z.infer<typeof newWaiverSchema>;

function yearsLater(day: string): string {
  return `${String(Number(day.slice(0, 4)) + mostWaivedYears).padStart(4, '0')}${day.slice(4)}`;
}

export const waiverParams = z.object({
  id: idField('This is not the number of a record').describe('The `id` of the hotel.'),
  waiverId: idField('This is not the number of a waiver'),
});

const moment = z.iso.datetime();

/**
 * A waiver that is in force or still to come, as part of a hotel in API replies. A device keeps it with the
 * hotel.
 */
export const heldWaiverSchema = z.object({
  key: z.string().describe('The key of the question: `code:FO-012`, or `id:417` without a code.'),
  reason: z.string(),
  validTo: z.iso.date().describe('The last day.'),
  beginsAt: moment.describe('The moment at which its first day begins.'),
  endsAt: moment.describe('The moment at which its last day is over.'),
});
export type HeldWaiver = z.infer<typeof heldWaiverSchema>;

/** The states of a waiver. */
export const waiverStates = ['to come', 'in force', 'ended', 'revoked'] as const;

/** A waiver in the reply of GET /api/hotels/{id}/waivers. */
export const waiverSchema = z.object({
  id: z.int(),
  questionKey: z.string(),
  question: z
    .object({
      name: z.string().describe("The question's code; empty where it has none."),
      text: z.string(),
    })
    .nullable()
    .describe('The question as it is now; null where none has this key any more.'),
  reason: z.string(),
  validFrom: z.iso.date(),
  validTo: z.iso.date(),
  state: z.enum(waiverStates),
  grantedAt: moment,
  grantedBy: z.string().nullable().describe('Null where they have left.'),
  revokedAt: moment.nullable(),
  revokedBy: z.string().nullable(),
});
export type Waiver = z.infer<typeof waiverSchema>;

/** The reply of POST /api/hotels/{id}/waivers. */
export const grantedWaiverSchema = waiverSchema.extend({
  revised: z.int().describe('How many responses of the round it revised.'),
});

/** A waiver as it is stored in the hotel's row (`kept_waivers`). */
export type KeptWaiver = {
  id: number;
  key: string;
  reason: string;
  from: string;
  to: string;
  grantedAt: string;
  revokedAt: string | null;
};

/**
 * Returns the keys of the questions that are waived for an interview completed at this moment, in
 * milliseconds since 1970: its day is one of the waiver's, and the waiver was granted before it and not
 * revoked before it. So it does not matter when the interview arrives.
 */
export function keysWaived(
  waivers: readonly KeptWaiver[],
  completedAt: number,
  timeZone: string,
): string[] {
  // Finding the day of a moment takes a fifth of storing a response, and hardly any hotel has waivers.
  if (waivers.length === 0) return [];
  const day = daysIn(timeZone).dayOf(completedAt);
  return waivers
    .filter(
      ({ from, to, grantedAt, revokedAt }) =>
        from <= day &&
        day <= to &&
        Date.parse(grantedAt) <= completedAt &&
        (revokedAt === null || completedAt < Date.parse(revokedAt)),
    )
    .map(({ key }) => key);
}

/** Returns the waivers that are in force or still to come, as a device keeps them. */
export function heldWaivers(
  waivers: readonly KeptWaiver[],
  now: number,
  timeZone: string,
): HeldWaiver[] {
  const { dayOf, beginOf } = daysIn(timeZone);
  const today = dayOf(now);
  const iso = (time: number) => new Date(time).toISOString();
  return waivers
    .filter(({ to, revokedAt }) => revokedAt === null && to >= today)
    .map(({ key, reason, from, to }) => ({
      ...{ key, reason, validTo: to },
      beginsAt: iso(beginOf(from)),
      endsAt: iso(beginOf(to, 1)),
    }));
}

/**
 * Returns the hotel's waivers that end within {@link endsSoonDays} days of this moment. A waiver
 * that the next one of the same question continues without a gap is left out.
 */
export function endingSoon(waivers: readonly HeldWaiver[], now: number): HeldWaiver[] {
  return waivers.filter(
    ({ key, endsAt }) =>
      Date.parse(endsAt) - now <= endsSoonDays * 24 * 3_600_000 &&
      !waivers.some((next) => next.key === key && next.beginsAt === endsAt),
  );
}

/** Returns what became of a waiver on this day. */
export function stateOf(
  { validFrom, validTo, revokedAt }: Pick<Waiver, 'validFrom' | 'validTo' | 'revokedAt'>,
  today: string,
): Waiver['state'] {
  if (revokedAt !== null) return 'revoked';
  if (today > validTo) return 'ended';
  return today < validFrom ? 'to come' : 'in force';
}
