import { describe, expect, it, test } from 'vitest';

import { can, canDeleteDocument, scopeOf } from './person.ts';
import { actionsOf, roleNames, type Action, type RoleName } from './roles.ts';

const who = (name: RoleName, id = 1) => ({ id, role: { name } });

/** Who may do what: rules 4 to 10, written out by hand a second time. */
const table: Record<Action, readonly [admin: boolean, assessor: boolean, consultant: boolean]> = {
  'surveys.read': [true, true, true],
  'hotels.read': [true, true, true],
  'hotels.write': [true, true, true],
  'interviews.conduct': [true, true, true],
  'rounds.plan': [true, true, true],
  'appeals.file': [true, true, true],
  'actions.read': [true, true, true],
  'actions.write': [true, true, true],
  'actions.verify': [true, true, true],
  'contacts.manage': [true, true, true],
  'responses.read': [true, true, true],
  'responses.delete': [true, true, true],
  'documents.read': [true, true, true],
  'documents.write': [true, true, true],
  'roles.read': [true, true, true],
  'consultants.read': [true, true, true],
  'hotels.all': [true, true, false],
  'responses.review': [true, true, false],
  'surveys.build': [true, false, false],
  'archive.read': [true, false, false],
  'users.manage': [true, false, false],
  'settings.read': [true, false, false],
  'audit.read': [true, false, false],
  'documents.deleteAny': [true, false, false],
  'evidence.deleteAny': [true, false, false],
  'results.byConsultant': [true, false, false],
  'responses.import': [true, false, false],
  'rounds.approve': [true, true, false],
  'appeals.decide': [true, true, false],
  'rounds.reopen': [true, false, false],
  'responses.correct': [true, false, false],
  'waivers.grant': [true, false, false],
  'actions.withdraw': [true, false, false],
  'sync.clear': [true, false, false],
};
const actions = Object.keys(table) as Action[];

describe.each(roleNames.map((name, column) => [name, column] as const))('%s', (name, column) => {
  it.each(actions.map((action) => [action, table[action][column]] as const))(
    'may %s: %s',
    (action, expected) => {
      expect(can(who(name), action)).toBe(expected);
    },
  );

  it('may do nothing that the table does not name', () => {
    expect(actionsOf[name].filter((action) => !actions.includes(action))).toEqual([]);
  });

  it('has no action twice', () => {
    expect(new Set(actionsOf[name]).size).toBe(actionsOf[name].length);
  });
});

test.each([
  ['Admin', { kind: 'all' }],
  ['Assessor', { kind: 'all' }],
  ['Service Consultant', { kind: 'assigned', userId: 7 }],
] as const)('%s sees %j', (name, scope) => {
  expect(scopeOf(who(name, 7))).toEqual(scope);
});

test.each([
  ['Admin', 7, true],
  ['Admin', 8, true],
  ['Admin', null, true],
  ['Assessor', 7, true],
  ['Assessor', 8, false],
  ['Assessor', null, false],
  ['Service Consultant', 7, true],
  ['Service Consultant', 8, false],
  ['Service Consultant', null, false],
] as const)('%s number 7 may delete a document of %s: %s', (name, uploadedById, expected) => {
  expect(canDeleteDocument(who(name, 7), { uploadedById })).toBe(expected);
});
