/**
 * The three roles and what each may do (rules 4 to 10).
 *
 * This table is the only place that knows it. The server asks it before every call, the client
 * only to decide what to show, and the `permissions` of a role in the database is seeded from it.
 * Nothing else in the product compares role names.
 */
export const roleNames = ['Admin', 'Assessor', 'Service Consultant'] as const;
export type RoleName = (typeof roleNames)[number];

const everyone = [
  'surveys.read',
  'hotels.read',
  'hotels.write',
  'interviews.conduct',
  'responses.read',
  'responses.delete',
  'documents.read',
  'documents.write',
  'roles.read',
  'consultants.read',
] as const;

const assessor = [...everyone, 'hotels.all', 'responses.review'] as const;

const admin = [
  ...assessor,
  'surveys.build',
  'archive.read',
  'users.manage',
  'settings.read',
  'audit.read',
  'documents.deleteAny',
  'results.byConsultant',
  'responses.import',
  'responses.correct',
  'sync.clear',
] as const;

/** Something a person may or may not do, whatever the object. */
export type Action = (typeof admin)[number];

/** All that each role may do. To ask of one person, see `can`. */
export const actionsOf: Readonly<Record<RoleName, readonly Action[]>> = {
  Admin: admin,
  Assessor: assessor,
  'Service Consultant': everyone,
};

/** The role whose holders hotels can be assigned to. */
export const consultantRole = 'Service Consultant' satisfies RoleName;

/** Read for the consultant of a hotel who has left (rule 8). */
export const unknownConsultant = 'Unknown Consultant';

/** Only consultants keep assigned hotels, and only they can be a hotel's consultant. */
export function canBeAssignedHotels(name: RoleName): boolean {
  return name === consultantRole;
}

/** For a query of the people hotels can be assigned to. */
export const assignableRoles = roleNames.filter(canBeAssignedHotels);

/** The roles whose holders may do this, for a query of those people. */
export function rolesThat(action: Action): readonly RoleName[] {
  return roleNames.filter((name) => actionsOf[name].includes(action));
}

/** What GET /api/user-roles tells of each. */
export const roleDescriptions: Readonly<Record<RoleName, string>> = {
  Admin: 'Builds surveys, manages people, and sees every hotel and response.',
  Assessor: 'Assesses any hotel: interviews, the board, documents and results.',
  'Service Consultant': 'Looks after assigned hotels, and sees those alone.',
};
