import type { Interview } from './interviews.ts';
import { day } from './moments.ts';
import type { DemonstrationPeople, DemonstrationPerson } from './people.ts';

const hour = 3_600_000;

/** Makes four recent interviews unusual, each with another reason for a review. */
export function makeSomeOdd(
  interviews: readonly Interview[],
  { now, people }: { now: number; people: DemonstrationPeople },
): Interview[] {
  const list = [...interviews];
  const change = (place: number, changes: Partial<Interview>) => {
    const interview = list[place];
    if (interview) list[place] = { ...interview, ...changes };
  };
  // A response that arrived after its survey got a newer edition.
  const late = list.findLastIndex(({ survey, edition }) => nextEditionAt(survey, edition) < now);
  const outdated = list[late];
  if (outdated) {
    const arrivedAt = nextEditionAt(outdated.survey, outdated.edition) + 5 * hour;
    change(late, { odd: { reason: 'survey-changed', arrivedAt } });
  }
  // A response of a consultant to whom the hotel is not assigned any more when it arrives.
  const stranger = people.latinConsultant;
  const visited = list.findLastIndex(
    (one) =>
      one.completedAt < now - 6 * day &&
      isOf(one, people.assessor) &&
      !isAssigned(one, 'latinConsultant'),
  );
  change(visited, { conductor: stranger, odd: { reason: 'hotel-not-assigned' } });
  const recent = (daysAgo: number) =>
    list.findLastIndex((one) => one.odd === undefined && one.completedAt < now - daysAgo * day);
  change(recent(11), { odd: { reason: 'figures-differ' } });
  change(recent(19), { odd: { reason: 'clock-odd' } });
  return list;
}

function nextEditionAt({ editions }: Interview['survey'], { number }: Interview['edition']) {
  return editions.find((one) => one.number === number + 1)?.createdAt ?? Infinity;
}

const isOf = ({ conductor }: Interview, person: DemonstrationPerson) => conductor.id === person.id;

function isAssigned({ hotel }: Interview, key: keyof DemonstrationPeople): boolean {
  return hotel.namedConsultant === key || hotel.listedBy === key;
}
