import type { RoleName } from '#domain/people/roles.ts';

/** People with fixed rights, whom tests refer to by name. */
export const people = {
  /** May do everything. */
  alice: { name: 'Alice Admin', email: 'alice@hotel.example', role: 'Admin' },
  /** Sees every hotel; builds no surveys. */
  asa: { name: 'Asa Assessor', email: 'asa@hotel.example', role: 'Assessor' },
  /** Sees only the hotels assigned to her. */
  connie: { name: 'Connie Consultant', email: 'connie@hotel.example', role: 'Service Consultant' },
  /** Another consultant. Nothing is assigned to him unless a test does it. */
  cole: { name: 'Cole Consultant', email: 'cole@hotel.example', role: 'Service Consultant' },
} as const satisfies Record<string, { name: string; email: string; role: RoleName }>;

export type PersonName = keyof typeof people;
