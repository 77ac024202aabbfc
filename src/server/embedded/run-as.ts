import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import { StartError } from '#server/start-error.ts';

const run = promisify(execFile);

/** A system account by its numeric ids. */
export type Account = { uid: number; gid: number };

/**
 * The environment of PostgreSQL's programs. They do not get ours: a stray PGDATA or PGPORT would
 * change what they do, and they must not see our secrets.
 */
export const plainEnvironment = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C',
};

/**
 * Returns the account that PostgreSQL runs under; undefined for our own. PostgreSQL refuses to run
 * as root, so root needs another account, the first of these:
 *
 * 1. `owner`, when a cluster exists: no other account could use its files;
 * 2. `bellwether`, which is created when it is missing. PostgreSQL gets an account of its own
 *    because everything that runs under an account can read and stop the rest: with `postgres` that
 *    would be the distribution's databases, with `nobody` any other program;
 * 3. `postgres` or else `nobody`, when no account can be created (a read-only /etc).
 *
 * The account needs a name, because initdb looks it up.
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
  // Try several times: another start may hold the lock on the accounts, or have made ours
  // meanwhile.
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
