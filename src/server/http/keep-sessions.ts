import { LRUCache } from 'lru-cache';
import type pg from 'pg';

import type { Person } from '#domain/people/person.ts';
import { hashToken, live } from './auth-sessions.ts';
import { shareReads } from './share-reads.ts';

/** The number of people in memory. Above it, the one who called longest ago is forgotten. */
const mostRemembered = 1_000;
/** The milliseconds for which a person is remembered. */
const rememberedFor = 60_000;

/** A person who called a moment ago, and the hash of their session's token. */
export type Remembered = { person: Person; tokenHash: Buffer };

export type Sessions = {
  /**
   * Reads the active person behind a cookie from the database, so that a change of rights counts at
   * once. Calls of the same moment share a lookup (`share-reads.ts`): a screen makes nine at once.
   */
  find: (token: string) => Promise<Person | null>;
  /**
   * Returns the person as remembered. Use it only for a call whose own statement checks with
   * {@link sessionsUnchanged} that nothing has changed. Without that check, nothing may be stored or
   * returned.
   */
  recall: (token: string) => Remembered | null;
};

export function keepSessions(pool: pg.Pool): Sessions {
  const remembered = new LRUCache<string, Remembered>({ max: mostRemembered, ttl: rememberedFor });
  const sharedLookup = shareReads<Person | null>();
  return {
    find: async (token) => {
      const tokenHash = hashToken(token);
      const key = tokenHash.toString('base64');
      remembered.delete(key);
      const { value: person } = await sharedLookup(key, () => findPerson(pool, tokenHash));
      if (!person) return null;
      remembered.set(key, { person, tokenHash });
      return person;
    },
    recall: (token) => remembered.get(hashToken(token).toString('base64')) ?? null,
  };
}

const signedIn = `auth_sessions session
    join system_users person on person.id = session.user_id and person.is_active`;

/**
 * Runs at almost every call. It has a name so that its plan is kept: planning takes longer than
 * running.
 */
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

/** The placeholders of the person's values in a statement, such as `$1`. */
type Places = Record<'tokenHash' | 'id' | 'name' | 'role', string>;

/**
 * Returns the SQL condition that a remembered person's session, name and role are still the same. For
 * several people, `offset 0` makes PostgreSQL look up each of them. Otherwise it may read all sessions.
 */
export function sessionsUnchanged({ tokenHash, id, name, role }: Places): string {
  return `exists (select from ${signedIn}
    where session.token_hash = ${tokenHash} and ${live}
      and person.id = ${id} and person.name = ${name} and not person.must_change_password
      and person.role_id = ${role} offset 0)`;
}
