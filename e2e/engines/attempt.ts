import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { request } from '@playwright/test';

import { anOffice } from '../support/office.ts';
import { connectionTo } from './connection.ts';
import { Device } from './device.ts';
import type { Engine } from './engine.ts';
import { atNewTab, leftWhileFetching, usedLate, type Journey } from './journey.ts';

const pictures = join('test-results', 'engines');
const longest = 6 * 60_000;

/**
 * Runs one journey on a device of its own. Returns what failed, in words. Undefined when nothing
 * did.
 */
export async function attempt(
  engine: Engine,
  server: URL,
  journey: Journey,
): Promise<string | undefined> {
  const calls = await request.newContext({ baseURL: server.href });
  const connection = await connectionTo(server);
  const device = new Device(engine, connection, journey.on);
  const unique = Math.random().toString(36).slice(2, 8);
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('The journey takes too long')), longest);
  const run = async () => {
    const office = await anOffice(calls);
    await device.start();
    const own = (name: string) => `${name} ${engine.name} ${unique}`;
    await journey.run({ device, office, request: calls, own });
    await device.close();
  };
  try {
    await Promise.race([run(), late.promise]);
    return unexpected(device.faults(), journey);
  } catch (error) {
    const shown = await keepPicture(device, `${engine.name} ${journey.title}`);
    const said = unexpected(device.faults(), journey);
    return [error instanceof Error ? error.message : String(error), shown, said]
      .filter(Boolean)
      .join('\n');
  } finally {
    clearTimeout(timer);
    await device.end();
    await connection.end();
    await calls.dispose();
  }
}

function unexpected(faults: string[], { expectedOnConsole = [] }: Journey): string | undefined {
  const expected = [...leftWhileFetching, usedLate, atNewTab, ...expectedOnConsole];
  const others = faults.filter((line) => !expected.some((known) => known.test(line)));
  if (others.length === 0) return undefined;
  const counts = new Map<string, number>();
  for (const line of others) counts.set(line, (counts.get(line) ?? 0) + 1);
  const lines = [...counts].map(([line, count]) => `  ${count} × ${line}`);
  return `On the console:\n${lines.slice(0, 12).join('\n')}`;
}

async function keepPicture(device: Device, title: string): Promise<string> {
  mkdirSync(pictures, { recursive: true });
  const path = join(pictures, `${title.replace(/[^\w]+/g, '-')}.png`);
  try {
    await device.takePicture(path);
    return `Picture: ${path}`;
  } catch {
    return '';
  }
}
