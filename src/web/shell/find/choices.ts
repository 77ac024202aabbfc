import type { Hotel } from '#domain/hotels/hotel.ts';
import type { InterviewSession } from '#domain/interviews/session.ts';
import { can, type Person } from '#domain/people/person.ts';
import type { ResultRow } from '#domain/results/results.ts';
import type { Survey } from '#domain/surveys/survey.ts';
import { statusWords } from '#web/features/surveys/survey-words.ts';
import { formatDate } from '#web/lib/format.ts';
import type { Account } from '#web/offline/readings/accounts.ts';
import { hotelPath, interviewPath, paths } from '#web/paths.ts';
import { tabsOf } from '#web/shell/tabs.ts';

export type Kind = 'screen' | 'hotel' | 'start' | 'respondent' | 'survey' | 'person';

/** A choice, and the address that it opens. */
export type Choice = {
  kind: Kind;
  /** What the device remembers of a choice. It contains no name, so that nothing has to be deleted later. */
  key: string;
  label: string;
  /** A detail that distinguishes it from others of the same name. */
  about: string;
  to: string;
  search?: Record<string, string | number>;
};

export type Screen = { label: string; to: string };

/**
 * Returns the screens that the person may open.
 *
 * @param hasActions whether there are actions that the person sees
 */
export function screensOf(person: Person, hasActions: boolean): Screen[] {
  return [
    ...tabsOf(person).map(({ label, title = label, path }) => ({ label: title, to: path })),
    ...(hasActions ? [{ label: 'Actions', to: paths.actions }] : []),
    { label: 'Sync Centre', to: paths.sync },
    ...(can(person, 'settings.read') ? [{ label: 'Background work', to: paths.background }] : []),
  ];
}

export function toScreen({ label, to }: Screen): Choice {
  return { kind: 'screen', key: `screen ${to}`, label, about: '', to };
}

export function toHotel(hotel: Hotel): Choice {
  return {
    kind: 'hotel',
    key: `hotel ${hotel.id}`,
    label: hotel.hotelName,
    about: `${hotel.hotelId} · ${hotel.hotelCity}, ${hotel.hotelState}`,
    to: hotelPath(hotel.id),
  };
}

export function toStart(hotel: Hotel): Choice {
  return {
    kind: 'start',
    key: `start ${hotel.id}`,
    label: `Start interview at ${hotel.hotelName}`,
    about: hotel.hotelCity,
    to: interviewPath(hotel.id),
  };
}

/**
 * Returns the choice for a survey. It opens the builder for people who may build surveys, and its results for
 * others.
 */
export function toSurvey({ id, title, status }: Survey, person: Person): Choice {
  const built = status === 'archived' ? paths.archive : paths.surveyBuilder;
  return {
    kind: 'survey',
    key: `survey ${id}`,
    label: title,
    about: statusWords[status],
    to: can(person, 'surveys.build') ? built : paths.results,
    search: { survey: id },
  };
}

export function toPerson({ id, name, email }: Account): Choice {
  return {
    kind: 'person',
    key: `person ${id}`,
    label: name,
    about: email,
    to: paths.users,
    search: { search: email || name },
  };
}

/** Somebody who was interviewed, or is being interviewed. */
export type Respondent =
  { response: ResultRow } | { session: InterviewSession; hotelName: string | undefined };

/**
 * Returns the choice for a respondent. An interview under way opens the screen where it is resumed, a completed
 * one its response.
 */
export function toRespondent(respondent: Respondent): Choice {
  if ('session' in respondent) {
    const { session, hotelName } = respondent;
    return {
      kind: 'respondent',
      key: `session ${session.id}`,
      label: session.respondentName,
      about: `In progress · ${hotelName ?? session.surveyTitle}`,
      to: interviewPath(session.hotelId),
    };
  }
  const { id, respondentName, hotelName, completedAt } = respondent.response;
  return {
    kind: 'respondent',
    key: `response ${id}`,
    label: respondentName,
    about: `${hotelName || 'Deleted hotel'} · ${formatDate(completedAt)}`,
    to: paths.results,
    search: { response: id },
  };
}
