import { LRUCache } from 'lru-cache';
import type pg from 'pg';

import type { Person } from '#domain/people/person.ts';
import { hashToken, live } from './auth-sessions.ts';

/** Remembered at most; whoever asked least lately is forgotten first. */
const mostRemembered = 1_000;
/** How long, in milliseconds. */
const rememberedFor = 60_000;

/** Who asked a moment ago, and by which session. */
export type Remembered = { person: Person; tokenHash: Buffer };

export type Sessions = {
  /** The active person behind a cookie, read anew: a change of powers counts at once. */
  find: (token: string) => Promise<Person | null>;
  /**
   * Who it was a moment ago. Only for a call whose own statement asks whether they
   * {@link stillStand}: on this word alone nothing is stored and nothing is told.
   */
  recall: (token: string) => Remembered | null;
};

export function keepSessions(pool: pg.Pool): Sessions {
  const remembered = new LRUCache<string, Remembered>({ max: mostRemembered, ttl: rememberedFor });
  return {
    find: async (token) => {
      const tokenHash = hashToken(token);
      const key = tokenHash.toString('base64');
      remembered.delete(key);
      const person = await findPerson(pool, tokenHash);
      if (!person) return null;
      remembered.set(key, { person, tokenHash });
      return person;
    },
    recall: (token) => remembered.get(hashToken(token).toString('base64')) ?? null,
  };
}

const signedIn = `auth_sessions session
    join system_users person on person.id = session.user_id and person.is_active`;

/** Asked at almost every call: prepared by its name, since to plan it takes longer than to run it. */
const statement = `
  select person.id, person.name, person.email, person.must_change_password as "mustChangePassword",
    role.id as "roleId", role.name as "roleName", role.permissions,
    session.last_seen_at < now() - interval '5 minutes' as "seenLongAgo"
  from ${signedIn}
    join user_roles role on role.id = person.role_id
  where session.token_hash = $1 and ${live}`;

type Row = Omit<Person, 'role'> & {
  roleId: Person['role']['id'];
  roleName: Person['role']['name'];
  permissions: Person['role']['permissions'];
  seenLongAgo: boolean;
};

async function findPerson(pool: pg.Pool, tokenHash: Buffer): Promise<Person | null> {
  const values = [tokenHash];
  const { rows } = await pool.query<Row>({ name: 'find person', text: statement, values });
  const [row] = rows;
  if (!row) return null;
  const { roleId, roleName, permissions, seenLongAgo, ...person } = row;
  if (seenLongAgo)
    await pool.query('update auth_sessions set last_seen_at = now() where token_hash = $1', values);
  return { ...person, role: { id: roleId, name: roleName, permissions } };
}

/** Where the person's values stand among a statement's parameters: `$1`. */
type Places = Record<'tokenHash' | 'id' | 'name' | 'role', string>;

/** In a statement: whether a remembered person still is who they were, with the same powers. */
export function stillStand({ tokenHash, id, name, role }: Places): string {
  return `exists (select from ${signedIn}
    where session.token_hash = ${tokenHash} and ${live}
      and person.id = ${id} and person.name = ${name} and not person.must_change_password
      and person.role_id = ${role})`;
}
