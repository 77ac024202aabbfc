import { dueDaysAfter, type DueDays } from '#domain/actions/due.ts';
import type { ExitMeeting } from '#domain/people/person.ts';
import { daysIn } from '#domain/time-zone.ts';
import { useCurrentUser, useInstallationZone } from '#web/lib/current-user.ts';

/**
 * The settings for a device whose stored copy of the signed-in person comes from an earlier release without
 * them.
 */
const defaults = { showsScore: true, actionDays: 14, criticalActionDays: 3 };

/**
 * Returns the installation's settings for exit meetings. The device stores them with the signed-in person, so
 * they are there offline.
 */
export function useExitSettings(): ExitMeeting {
  const timeZone = useInstallationZone();
  return useCurrentUser().exitMeeting ?? { ...defaults, timeZone };
}

/**
 * Returns the due dates that actions have until somebody chooses others.
 *
 * @param now milliseconds since 1970: when the meeting began
 */
export function dueDaysOf({ timeZone, ...days }: ExitMeeting, now: number): DueDays {
  return dueDaysAfter(daysIn(timeZone).dayOf(now), days);
}
