/**
 * The three roles and what each may do (rules 4 to 10).
 *
 * Only this table defines that. The server checks it before every call; the client uses it only to
 * decide what to show. The `permissions` of a role in the database are copied from it. No other
 * code in the product compares role names.
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
  'rounds.plan',
  'appeals.file',
  'actions.read',
  'actions.write',
  'actions.verify',
  'contacts.manage',
] as const;

const assessor = [
  ...everyone,
  'hotels.all',
  'responses.review',
  'rounds.approve',
  'appeals.decide',
] as const;

const admin = [
  ...assessor,
  'surveys.build',
  'archive.read',
  'users.manage',
  'settings.read',
  'audit.read',
  'documents.deleteAny',
  'evidence.deleteAny',
  'results.byConsultant',
  'responses.import',
  'responses.correct',
  'rounds.reopen',
  'waivers.grant',
  'actions.withdraw',
  'sync.clear',
] as const;

/** Something that a person may or may not do, for any object. */
export type Action = (typeof admin)[number];

/** Everything that each role may do. To check one person, use `can`. */
export const actionsOf: Readonly<Record<RoleName, readonly Action[]>> = {
  Admin: admin,
  Assessor: assessor,
  'Service Consultant': everyone,
};

/** The role to whose holders hotels can be assigned. */
export const consultantRole = 'Service Consultant' satisfies RoleName;

/** Shown when a hotel's consultant has left (rule 8). */
export const unknownConsultant = 'Unknown Consultant';

/**
 * Returns whether people with this role can be assigned hotels. Only they can be a hotel's
 * consultant.
 */
export function canBeAssignedHotels(name: RoleName): boolean {
  return name === consultantRole;
}

/** The roles to which hotels can be assigned, for a query of those people. */
export const assignableRoles = roleNames.filter(canBeAssignedHotels);

/** Returns the roles that may do this, for a query of those people. */
export function rolesThat(action: Action): readonly RoleName[] {
  return roleNames.filter((name) => actionsOf[name].includes(action));
}

/** The descriptions in the reply of GET /api/user-roles. */
export const roleDescriptions: Readonly<Record<RoleName, string>> = {
  Admin: 'Builds surveys, manages people, and sees every hotel and response.',
  Assessor: 'Assesses any hotel: interviews, the board, documents and results.',
  'Service Consultant': 'Looks after assigned hotels, and sees those alone.',
};
