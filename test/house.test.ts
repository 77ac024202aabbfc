import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { checkFile, rules } from '../scripts/check-house.mjs';

/**
 * Plants a violation of every rule of the house, and proves that the check finds it. Also proves
 * that clean code passes.
 */
type Planted = readonly [path: string, source: string];

const clean: Planted[] = [
  [
    'src/domain/scoring/percent.ts',
    `import { z } from 'zod';

import { whole } from './whole.ts';

export const share = z.number().max(1);

export function percent(value: number, at: Date): string {
  return \`\${value * whole} % at \${at.toISOString()}, \${new Date(0).getTime()}\`;
}
`,
  ],
  ['src/domain/scoring/whole.ts', 'export const whole = 100;\n'],
  [
    'src/domain/scoring/percent.test.ts',
    `import { expect, it } from 'vitest';

import { percent } from './percent.ts';

it('tells the share', () => {
  expect(percent(0.5, new Date())).toContain('50');
});
`,
  ],
  [
    'src/domain/people/roles.ts',
    "export const isAdmin = (role: string): boolean => role === 'Admin';\n",
  ],
  ['src/server/config.ts', "export const port = process.env['PORT'];\n"],
  [
    'src/server/db/statements/transaction.ts',
    'export const begin = (db: { transaction: () => string }): string => db.transaction();\n',
  ],
  [
    'src/server/db/connection/connect.ts',
    `import pg from 'pg';

export const pool = new pg.Pool();
`,
  ],
  [
    'src/server/outward/outward-fetch.ts',
    "import https from 'node:https';\n\nexport const call = (url: string) => https.request(url);\n",
  ],
  [
    'src/web/features/results/score.tsx',
    `import { whole } from '#domain/scoring/whole.ts';
import { Tile } from '#web/ui/tile.tsx';

export const tones = { Admin: 'red', Assessor: 'blue', 'Service Consultant': 'green' };

export function Score() {
  return <Tile value={whole} />;
}
`,
  ],
  [
    'src/web/ui/tile.tsx',
    `export function Tile({ value }: { value: number }) {
  return <output>{value}</output>;
}
`,
  ],
  ['src/web/app.tsx', "export { Score } from './features/results/score.tsx';\n"],
  [
    'e2e/results.spec.ts',
    `import { expect, test } from '@playwright/test';

test('shows the score', async ({ page }) => {
  await page.getByRole('button', { name: 'Show' }).click();
  await page.keyboard.press('Enter');
  await expect(page.getByText('80 %')).toBeVisible();
});
`,
  ],
];

const importOf = (name: string) => `import '${name}';\n`;
const valueOf = (expression: string) => `export const value = ${expression};\n`;
const plant = (path: string, sources: string[]) => sources.map((source): Planted => [path, source]);

/** Violations that scripts/check-house.mjs must find. */
const houseHabits: Record<string, Planted[]> = {
  'file-name': [
    ['src/domain/hotels/cityName.ts', ''],
    ['src/web/ui/Tile.css', ''],
    ['src/web/Features/tile.tsx', ''],
    ['src/server/utils/hash.ts', ''],
    ['src/web/lib/utils.ts', ''],
    ['src/web/lib/misc.ts', ''],
    ['src/web/lib/helpers.ts', ''],
    ['src/web/lib/types.ts', ''],
    ['src/web/lib/services.ts', ''],
    ['src/web/lib/index.ts', ''],
  ],
  'domain-alone': plant('src/domain/hotels/hotel.ts', [
    ...['#server/app.ts', '#web/app.tsx', 'dexie', 'node:fs', '#test/people.ts'].map(importOf),
    "export type { Config } from '#server/config.ts';\n",
  ]),
  'web-and-server-apart': [
    ['src/web/lib/call.ts', "import type { Deps } from '#server/deps.ts';\n"],
    ['src/server/http/page.ts', "export const page = () => import('#web/app.tsx');\n"],
  ],
  'slices-apart': [
    ['src/web/features/surveys/list.ts', importOf('#web/features/hotels/list.ts')],
    ['src/server/features/surveys/list.ts', importOf('#server/features/hotels/queries.ts')],
    ['src/web/features/surveys/list.ts', importOf('../hotels/list.ts')],
    ['src/server/db/read.ts', importOf('#server/features/hotels/queries.ts')],
    ['src/web/features/hotels/list.ts', importOf('#web/shell/header.tsx')],
  ],
  'tests-stay-out': [['src/web/app.tsx', importOf('#test/people.ts')]],
  'near-or-named': [
    ['src/web/ui/tile.tsx', importOf('../app.tsx')],
    ['src/web/ui/tile.tsx', importOf('#web/ui/panel.tsx')],
    ['src/web/app.tsx', importOf('#web/ui/tile.tsx')],
  ],
  'imports-in-order': plant('src/web/ui/tile.tsx', [
    "import { z } from 'zod';\nimport { join } from 'node:path';\nexport { join, z };\n",
    "import { a } from '#domain/a.ts';\nimport { z } from 'zod';\nexport { a, z };\n",
    "import { b } from './b.ts';\nimport { a } from '#domain/a.ts';\nexport { a, b };\n",
  ]),
  'no-clock-no-chance': plant(
    'src/domain/sync/client-id.ts',
    ['Date.now()', 'new Date()', 'Date()', 'Math.random()', "Date['now']()"].map(valueOf),
  ),
  'environment-once': plant('src/server/main.ts', [
    ...['process.env.PORT', "process['env']", 'globalThis.process.env'].map(valueOf),
    "import { env } from 'node:process';\nexport { env };\n",
  ]),
  'one-begin': plant(
    'src/server/features/hotels/queries.ts',
    ['db.transaction()', 'db.startTransaction()', "db.query('BEGIN')", 'sql`begin;`'].map(valueOf),
  ),
  'role-names': plant(
    'src/web/features/users/list.ts',
    ["role === 'Admin'", "['Assessor'].includes(role)", 'role !== `Service Consultant`'].map(
      valueOf,
    ),
  ),
  'no-call-elsewhere': [
    // Only src/server/outward may make calls, not any folder with that name.
    ['src/server/features/outward/call.ts', valueOf("fetch('/')")],
    ...plant('src/server/features/hotels/picture.ts', [
      ...["fetch('/')", "globalThis.fetch('/')", "connect('host')", "net.connect('host')"].map(
        valueOf,
      ),
      ...['new pg.Client({})', 'new Pool({})', "new WebSocket('wss://x')"].map(valueOf),
      ...['node:https', 'node:tls', 'dns/promises', 'undici', '@aws-sdk/client-s3'].map(importOf),
    ]),
  ],
  'messages-once': plant('src/web/lib/talk.ts', [
    "addEventListener('message', act);\n",
    "window.addEventListener('message', act);\n",
    'window.onmessage = act;\n',
    valueOf("new BroadcastChannel('x')"),
  ]),
  'by-role-and-label': plant('e2e/users.spec.ts', [
    "page.locator('.card');\n",
    "page.getByRole('list').locator('li');\n",
    "page.$('#save');\n",
    "page.click('text=Save');\n",
    "page.getByTestId('save');\n",
  ]),
  'no-skipped-test': [
    ['e2e/users.spec.ts', "test.skip('x', act);\n"],
    ['src/web/ui/tile.test.tsx', "test.describe.only('x', act);\n"],
    ['src/domain/hotels/hotel.test.ts', "it.todo('x');\n"],
  ],
  'comment-says-what': plant('src/server/app.ts', [
    '/** Of a heading. */\n',
    '// Of a heading.\n',
    '/**\n * Of a heading.\n */\n',
  ]),
  'no-silenced-check': plant('src/server/app.ts', [
    '// oxlint-disable\n',
    '// eslint-disable-next-line no-console\n',
    '// @ts-expect-error: soon\n',
  ]),
};

const lines = (count: number) => `export {};\n${'//\n'.repeat(count - 1)}`;
const longFunction = `export function long() {\n${'  Number(1);\n'.repeat(60)}}\n`;

/** Violations that oxlint must find, by the rule's name in .oxlintrc.json. */
const lintHabits: Record<string, Planted> = {
  'eslint(max-lines)': ['src/web/lib/long-file.ts', lines(301)],
  'eslint(max-lines-per-function)': ['src/server/http/long.ts', longFunction],
  'eslint(no-console)': ['src/server/http/log.ts', "console.log('here');\n"],
  'eslint(no-warning-comments)': ['src/domain/hotels/later.ts', '// TODO: later\n'],
  'typescript(no-explicit-any)': ['src/domain/hotels/any.ts', 'export let value: any;\n'],
  'typescript(ban-ts-comment)': ['test/ignored.ts', '// @ts-ignore\nexport {};\n'],
  'typescript(no-floating-promises)': [
    'src/server/http/forgotten.ts',
    'const act = async () => Promise.resolve();\nact();\n',
  ],
  'typescript(switch-exhaustiveness-check)': [
    'src/domain/workflow/half.ts',
    `export function half(stage: 'begun' | 'ended') {
  switch (stage) {
    case 'begun':
      return 1;
  }
  return 2;
}
`,
  ],
  'import(no-cycle)': ['src/domain/workflow/cycle.ts', "export { half } from './cycle-back.ts';\n"],
  'react-hooks(rules-of-hooks)': [
    'src/web/ui/toggle.tsx',
    `import { useState } from 'react';
export const Toggle = ({ on }: { on: boolean }) => (on ? useState(1)[0] : 0);
`,
  ],
  'react-hooks(exhaustive-deps)': [
    'src/web/ui/effect.tsx',
    `import { useEffect } from 'react';
export function Effect({ act }: { act: () => void }) {
  useEffect(() => act(), []);
  return null;
}
`,
  ],
  'jsx-a11y(alt-text)': [
    'src/web/ui/logo.tsx',
    'export const Logo = () => <img src="/a.svg" />;\n',
  ],
  'jsx-a11y(click-events-have-key-events)': [
    'src/web/ui/press.tsx',
    'export const Press = ({ act }: { act: () => void }) => <div onClick={act} />;\n',
  ],
  'vitest(no-disabled-tests)': [
    'src/domain/hotels/off.test.ts',
    "import { expect, it } from 'vitest';\nit.skip('x', () => expect(1).toBe(1));\n",
  ],
};
const cycleBack: Planted = [
  'src/domain/workflow/cycle-back.ts',
  "export { half } from './cycle.ts';\n",
];
/** A cycle of type imports. */
const typeCycle: Planted[] = [
  ['src/domain/workflow/types-there.ts', "export type { Half } from './types-back.ts';\n"],
  ['src/domain/workflow/types-back.ts', "export type { Half } from './types-there.ts';\n"],
];

/** Violations that the compiler must find, because of its configuration. */
const typeHabits: Record<string, Planted[]> = {
  domain: [
    ['src/domain/hotels/network.ts', "export const value = fetch('/');\n"],
    ['src/domain/hotels/page.ts', 'export const value = document.title;\n'],
    ['src/domain/hotels/host.ts', 'export const value = process.pid;\n'],
    ['src/domain/hotels/first.ts', 'export const first = (list: string[]): string => list[0];\n'],
    ['src/domain/hotels/stage.ts', 'export enum Stage {\n  first,\n}\n'],
  ],
  node: [['src/server/http/page.ts', 'export const value = document.title;\n']],
  web: [['src/web/lib/host.ts', 'export const value = process.pid;\n']],
};

const parts = ['domain', 'node', 'web', 'worker', 'e2e'];

let house: string;

beforeAll(() => {
  house = mkdtempSync(join(tmpdir(), 'bellwether-house-'));
});

afterAll(() => rmSync(house, { recursive: true, force: true }));

/** Creates a folder that has only the rules of this house and these files. */
function build(name: string, files: Planted[]): string {
  const folder = join(house, name);
  for (const [path, source] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), source);
  }
  for (const rule of ['.oxlintrc.json', 'package.json', 'tsconfig.json', 'tsconfig.base.json']) {
    cpSync(rule, join(folder, rule));
  }
  for (const part of parts) {
    cpSync(`tsconfig.${part}.json`, join(folder, `tsconfig.${part}.json`));
  }
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'), 'junction');
  return folder;
}

function run(folder: string, script: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [resolve(script), ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}

const oxlint = 'node_modules/oxlint/bin/oxlint';
const tsc = 'node_modules/typescript/bin/tsc';
const checkHouse = 'scripts/check-house.mjs';

describe('a clean house', () => {
  it('passes every check', () => {
    const folder = build('clean', clean);
    expect(run(folder, checkHouse)).toEqual({ status: 0, output: '' });
    expect(run(folder, oxlint).output).toContain('0 warnings and 0 errors');
    for (const part of parts) {
      expect(run(folder, tsc, '-p', `tsconfig.${part}.json`)).toEqual({ status: 0, output: '' });
    }
    // The compiler runs once for each part.
  }, 90_000);
});

describe('the habits that check-house keeps', () => {
  it('are planted, every one', () => {
    expect(Object.keys(houseHabits)).toEqual(rules.map((rule) => rule.name));
  });

  const planted = Object.entries(houseHabits).flatMap(([rule, files]) =>
    files.map(([path, source]) => ({ rule, path, source })),
  );
  it.each(planted)('$rule: $path $source', ({ rule, path, source }) => {
    expect(checkFile(path, source).join('\n')).toContain(`(${rule}: `);
  });

  it('fail the check with the place of what is wrong', () => {
    const path = 'src/domain/hotels/hotel.ts';
    const folder = build('broken', [...clean, [path, `\n${importOf('dexie')}`]]);
    const { status, output } = run(folder, checkHouse);
    expect(status).toBe(1);
    expect(output).toMatch(new RegExp(`^${path}:2 dexie \\(domain-alone: .+\\)\n$`));
  });
});

describe('the habits that the lint keeps', () => {
  let status: number | null;
  let found: string[];

  beforeAll(() => {
    const folder = build('lint', [...Object.values(lintHabits), cycleBack, ...typeCycle]);
    const result = run(folder, oxlint, '--format=json');
    const { diagnostics } = JSON.parse(result.output) as {
      diagnostics: { code: string; filename: string }[];
    };
    status = result.status;
    found = diagnostics.map(({ code, filename }) => `${code} ${filename}`);
  });

  it('fail the check', () => {
    expect(status).toBe(1);
  });

  it.each(Object.entries(lintHabits))('%s', (code, [path]) => {
    expect(found).toContain(`${code} ${path}`);
  });

  it.each(typeCycle)('import(no-cycle), by types alone: %s', (path) => {
    expect(found).toContain(`import(no-cycle) ${path}`);
  });
});

describe('the habits that the compiler keeps', () => {
  it.each(Object.entries(typeHabits))('of %s', (part, files) => {
    const folder = build(`types-${part}`, [...clean, ...files]);
    const { status, output } = run(folder, tsc, '-p', `tsconfig.${part}.json`);
    expect(status).not.toBe(0);
    for (const [path] of files) expect(output).toContain(path);
  });
});
