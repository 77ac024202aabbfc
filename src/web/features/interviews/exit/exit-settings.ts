import { dueDaysAfter, type DueDays } from '#domain/actions/due.ts';
import type { ExitMeeting } from '#domain/people/person.ts';
import { daysIn } from '#domain/time-zone.ts';
import { useCurrentUser, useInstallationZone } from '#web/lib/current-user.ts';

/** For a device whose copy of the signed-in person is from an earlier release, and has no settings. */
const defaults = { showsScore: true, actionDays: 14, criticalActionDays: 3 };

/** Returns what the installation sets for exit meetings. It is on the device with the signed-in person. */
export function useExitSettings(): ExitMeeting {
  const timeZone = useInstallationZone();
  return useCurrentUser().exitMeeting ?? { ...defaults, timeZone };
}

/**
 * Returns the days until which findings are mended if nobody chooses others.
 *
 * @param now milliseconds since 1970: when the meeting began
 */
export function dueDaysOf({ timeZone, ...days }: ExitMeeting, now: number): DueDays {
  return dueDaysAfter(daysIn(timeZone).dayOf(now), days);
}
