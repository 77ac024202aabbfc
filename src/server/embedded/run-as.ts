import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import { StartError } from '#server/start-error.ts';

const run = promisify(execFile);

/** A system account by its numbers. */
export type Account = { uid: number; gid: number };

/**
 * PostgreSQL's programs get an environment of their own: a stray PGDATA or PGPORT would change what
 * they do, and our secrets are none of their business.
 */
export const plainEnvironment = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C',
};

/**
 * Under which account PostgreSQL runs: undefined for our own. PostgreSQL refuses root, so root
 * needs another:
 *
 * 1. `owner`, whose cluster is there already: no other account could use its files;
 * 2. `bellwether`, made for this where it is missing. An account of our own, since what runs under
 *    an account may read and stop everything else that does: with `postgres` that would be the
 *    distribution's databases, with `nobody` whatever else was parked there;
 * 3. where none can be made (a read-only /etc), one that is there: `postgres`, then `nobody`.
 *
 * Numbers without a name would not do: initdb looks the name up.
 */
export async function chooseAccount(
  owner: Account | undefined,
  log: (line: string) => void,
): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  if (owner && owner.uid !== 0) return owner;
  const own = (await findAccount('bellwether')) ?? (await makeAccount('bellwether', log));
  if (own) return own;
  for (const name of ['postgres', 'nobody']) {
    const account = await findAccount(name);
    if (!account) continue;
    log(`The database runs under the account "${name}": none of its own could be made.`);
    return account;
  }
  throw new StartError(
    'PostgreSQL does not run as root, and no account could be made for it. ' +
      'Start Bellwether as an ordinary user, or set DATABASE_URL.',
  );
}

async function findAccount(name: string): Promise<Account | undefined> {
  try {
    const [uid, gid] = await Promise.all([id('-u', name), id('-g', name)]);
    return { uid, gid };
  } catch {
    return undefined;
  }
}

async function id(what: string, name: string): Promise<number> {
  const { stdout } = await run('id', [what, name], { env: plainEnvironment });
  return Number(stdout);
}

async function makeAccount(
  name: string,
  log: (line: string) => void,
): Promise<Account | undefined> {
  const shadow = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent'];
  const busybox = ['-S', '-D', '-H', '-h', '/nonexistent', '-s', '/sbin/nologin'];
  // Again, since another start may hold the lock on the accounts, or have made ours meanwhile.
  for (let attempt = 0; attempt < 3; attempt++) {
    await run('useradd', [...shadow, '--shell', '/usr/sbin/nologin', name], {
      env: plainEnvironment,
    }).catch(() => run('adduser', [...busybox, name], { env: plainEnvironment }).catch(() => {}));
    const account = await findAccount(name);
    if (account) {
      log(`PostgreSQL does not run as root: the account "${name}" was made for it.`);
      return account;
    }
    await sleep(300);
  }
  return undefined;
}
