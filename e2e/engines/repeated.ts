import type { Engine } from './engine.ts';
import { connectionTo } from './connection.ts';
import { Device } from './device.ts';
import { signIn } from './interview.ts';
import { quickSequence } from './quick-sequence.ts';
import { screens, seeScreen } from './screens.ts';

export type Count = { passed: number; failures: string[] };

/** Loads the addresses in turn, this many times altogether, with one profile. */
export async function loadRepeatedly(engine: Engine, server: URL, times: number): Promise<Count> {
  const connection = await connectionTo(server);
  const device = new Device(engine, connection);
  const count: Count = { passed: 0, failures: [] };
  try {
    await device.start();
    await signIn(device, 'admin');
    const turns = Array.from({ length: Math.ceil(times / screens.length) }, () => screens).flat();
    for (const { path, shows } of turns.slice(0, times)) {
      await add(count, async () => {
        await device.openAtOnce(path);
        await seeScreen(device, shows, path);
      });
    }
  } finally {
    await device.end();
    await connection.end();
  }
  return count;
}

/**
 * Runs the quick sequence this many times: in turn with a new profile, and with the same profile
 * after a restart of the browser.
 */
export async function quickRepeatedly(engine: Engine, server: URL, times: number): Promise<Count> {
  const count: Count = { passed: 0, failures: [] };
  for (let done = 0; done < times; done += 2) {
    const connection = await connectionTo(server);
    const device = new Device(engine, connection);
    const respondent = `Quentin ${engine.name} ${done}`;
    const fresh = async () => {
      await device.start();
      await signIn(device, 'assessor');
      await quickSequence(device, respondent);
    };
    const used = async () => {
      await device.restart();
      await quickSequence(device, `${respondent} again`);
    };
    try {
      await add(count, fresh, 'a fresh profile');
      if (done + 1 < times) await add(count, used, 'a used profile');
    } finally {
      await device.end();
      await connection.end();
    }
  }
  return count;
}

/** Counts one more attempt and shows the progress: a dot when it passed, an F when it failed. */
async function add(count: Count, act: () => Promise<void>, where = ''): Promise<void> {
  try {
    await act();
    count.passed += 1;
    process.stdout.write('.');
  } catch (error) {
    process.stdout.write('F');
    count.failures.push(`${where ? `With ${where}: ` : ''}${(error as Error).message}`);
  }
}
