import { expect, test } from 'vitest';

import type { Hotel } from '#domain/hotels/hotel.ts';
import type { Person } from '#domain/people/person.ts';
import type { RoleName } from '#domain/people/roles.ts';
import type { Survey } from '#domain/surveys/survey.ts';
import { screensOf, type Respondent } from './choices.ts';
import { findGroups, groupsAtFirst, type Findable, type Group } from './find-groups.ts';
import { makeEntries } from './rank.ts';

const hotels = ['Plaza', 'Park House', 'Park Lane', 'Park View', 'Park End'].map(
  (hotelName, index) =>
    ({ id: index + 1, hotelId: `H-${index + 1}`, hotelName, hotelCity: 'Bern' }) as Hotel,
);
const respondents = [
  { session: { id: 7, respondentName: 'Ada Park', hotelId: 2 }, hotelName: 'Park House' },
  { response: { id: 9, respondentName: 'Bo Lind', hotelName: '', completedAt: null } },
] as unknown as Respondent[];
const survey = { id: 3, title: 'Arrival', status: 'active' } as Survey;
const account = { id: 5, name: 'Pat Park', email: 'pat@bellwether.example' };

function findableAs(name: RoleName, more: Partial<Findable> = {}): Findable {
  const person = { id: 1, role: { id: 1, name, permissions: [] } } as unknown as Person;
  return {
    person,
    screens: makeEntries(screensOf(person, false), ({ label }) => [label]),
    hotels: makeEntries(hotels, ({ hotelName, hotelId }) => [hotelName, hotelId]),
    respondents: makeEntries(respondents, (one) => [
      'session' in one ? one.session.respondentName : one.response.respondentName,
    ]),
    surveys: makeEntries([survey], ({ title }) => [title]),
    people: makeEntries([{ ...account, isActive: true, lastLogin: null }], (one) => [one.name]),
    hotelsBefore: [],
    ...more,
  };
}
const told = (groups: readonly Group[]) =>
  groups.map(({ heading, choices }) => [heading, choices.map(({ label }) => label)]);
const linkTo = (groups: readonly Group[], label: string) => {
  const choice = groups.flatMap(({ choices }) => choices).find((one) => one.label === label);
  return choice && [choice.to, choice.search];
};

test('the kind with the best match comes first, and interviews may start where hotels match', () => {
  expect(told(findGroups(findableAs('Admin'), 'park'))).toEqual([
    ['Hotels', ['Park House', 'Park Lane', 'Park View', 'Park End']],
    [
      'Start interview',
      [
        'Start interview at Park House',
        'Start interview at Park Lane',
        'Start interview at Park View',
      ],
    ],
    ['Respondents', ['Ada Park']],
    ['People', ['Pat Park']],
  ]);
  expect(told(findGroups(findableAs('Admin'), 'arrival'))).toEqual([['Surveys', ['Arrival']]]);
  expect(findGroups(findableAs('Admin'), 'nobody at all')).toEqual([]);
});

test('"start interview at" puts what it asks for first', () => {
  const [first] = told(findGroups(findableAs('Assessor'), 'start interview at park v'));
  expect(first).toEqual(['Start interview', ['Start interview at Park View']]);
  const before = findableAs('Assessor', { hotelsBefore: [4] });
  expect(told(findGroups(before, 'start interview'))[0]?.[1]?.[0]).toBe(
    'Start interview at Park View',
  );
});

test('each choice leads where the role may go', () => {
  const search = (name: RoleName, words: string) => findGroups(findableAs(name), words);
  expect(linkTo(search('Admin', 'plaza'), 'Plaza')).toEqual(['/app/hotels/1', undefined]);
  expect(linkTo(search('Admin', 'plaza'), 'Start interview at Plaza')).toEqual([
    '/interview/1',
    undefined,
  ]);
  expect(linkTo(search('Admin', 'ada'), 'Ada Park')).toEqual(['/interview/2', undefined]);
  expect(linkTo(search('Admin', 'bo'), 'Bo Lind')).toEqual(['/app/results', { response: 9 }]);
  expect(linkTo(search('Admin', 'pat'), 'Pat Park')).toEqual([
    '/app/user-management',
    { search: 'pat@bellwether.example' },
  ]);
  expect(linkTo(search('Admin', 'arrival'), 'Arrival')).toEqual([
    '/app/survey-builder',
    { survey: 3 },
  ]);
  expect(linkTo(search('Assessor', 'arrival'), 'Arrival')).toEqual(['/app/results', { survey: 3 }]);
});

test('nobody finds a screen that they may not open', () => {
  const screens = (name: RoleName) =>
    screensOf(findableAs(name).person, false).map(({ label }) => label);
  expect(screens('Service Consultant')).toEqual([
    'Dashboard',
    'Workflow Management',
    'Hotel Management',
    'Results',
    'Sync Centre',
  ]);
  expect(screens('Admin')).toEqual(
    expect.arrayContaining(['User Management', 'Audit Trail', 'Background work']),
  );
});

test('Actions is found where there are any', () => {
  const { person } = findableAs('Service Consultant');
  expect(screensOf(person, true)).toContainEqual({ label: 'Actions', to: '/app/actions' });
});

test('before a search it shows what was chosen before, and leaves out what is gone', () => {
  const keys = ['hotel 3', 'person 99', 'screen /app/results', 'response 9', 'session 1', 'x'];
  const groups = told(groupsAtFirst(findableAs('Assessor'), keys));
  expect(groups[0]).toEqual(['Chosen before', ['Park Lane', 'Results', 'Bo Lind']]);
  expect(groups[1]).toEqual([
    'Screens',
    ['Dashboard', 'Workflow Management', 'Hotel Management', 'Sync Centre'],
  ]);
});
