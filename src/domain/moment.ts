import { z } from 'zod';

/**
 * A moment in a request: ISO 8601, in UTC or with an offset. The server stores and returns moments
 * in UTC (rule 37), as `z.iso.datetime()`. Calendar days, `2026-03-31`, have no time zone.
 */
export const momentField = z.iso.datetime({
  offset: true,
  error: 'Give a moment such as 2026-03-31T10:00:00Z or 2026-03-31T10:00:00+02:00',
});

/**
 * A moment that the server stores and returns as it was sent. In UTC it must lie in the years 1 to
 * 9998: an offset, or the database's rounding, could turn the end of 9999 into the year 10000,
 * which no reply can show. Its text cannot name the year 0, which the database does not know.
 */
export const claimedMomentField = momentField.refine((moment) => {
  const at = Date.parse(moment);
  // Text that is no moment at all was refused before.
  return (
    Number.isNaN(at) || (at >= firstMoment && at < firstMomentOf9999 && !moment.startsWith('0000'))
  );
}, 'Give a moment of this calendar');

/**
 * A moment that a device claims, or that is only compared. The server takes any, because a device with a broken
 * clock must not be refused for ever (rule 43). One that the database cannot store becomes the nearest that it can.
 */
export const anyMomentField = momentField.overwrite((moment) => {
  const at = Date.parse(moment);
  if (at < firstMoment || moment.startsWith('0000')) return '0001-01-01T00:00:00.000Z';
  return at >= firstMomentOf9999 ? '9998-12-31T23:59:59.999Z' : moment;
});

const firstMoment = Date.parse('0001-01-01T00:00:00Z');
const firstMomentOf9999 = Date.parse('9999-01-01T00:00:00Z');
