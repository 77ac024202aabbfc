import { readFileSync } from 'node:fs';

import { z } from 'zod';

type Beginning = {
  address: RegExp;
  /** The names of the programs. */
  programs: readonly string[];
  /** What the screen reads before it can be used. `$1` is the first group of the address. */
  reads?: readonly string[];
};

/**
 * The programs and readings that a screen begins with, by its address. Without a hint the browser learns of the
 * programs only after it has loaded and run the start, which costs a slow phone a second. The readings begin
 * only after the programs have run.
 */
const beginnings: readonly Beginning[] = [
  {
    address: /^\/interview\/(\d+)(?:\?|$)/,
    programs: ['frame', 'setup'],
    reads: ['/api/hotels/$1', '/api/surveys', '/api/interview-sessions/hotel/$1'],
  },
  { address: /^\/app(\/|\/results)?(\?|$)/, programs: inFrame('results-screen') },
  { address: /^\/app\/dashboard(\?|$)/, programs: inFrame('dashboard-screen') },
  { address: /^\/app\/workflow-management(\?|$)/, programs: inFrame('workflow-screen') },
  { address: /^\/app\/hotels\/\d+(\?|$)/, programs: inFrame('hotel-page-screen') },
  // Any other screen: its own program is loaded after the frame has run.
  { address: /^\/app\//, programs: ['app-layout'] },
];

/** Returns the parts of a screen with the header and the navigation around it. */
function inFrame(screen: string): string[] {
  return ['app-layout', screen];
}

/** A file in the build's list. Programs have a name. */
const partSchema = z.object({
  file: z.string(),
  name: z.string().optional(),
  imports: z.array(z.string()).default([]),
  css: z.array(z.string()).default([]),
  isEntry: z.boolean().default(false),
});
type Parts = Record<string, z.infer<typeof partSchema>>;

/**
 * Returns a function that gives the `Link` header for the page at an address. The header names the
 * further files that the page's screen needs, and what the screen reads. Undefined when there is
 * nothing to name.
 */
export function hintsOf(root: string): (url: string) => string | undefined {
  const parts = readParts(`${root}/.vite/manifest.json`);
  const starts = Object.keys(parts).filter((name) => parts[name]?.isEntry);
  const named = filesOf(parts, starts);
  const known = beginnings.map(({ address, programs, reads = [] }) => {
    const needed = Object.keys(parts).filter((key) => programs.includes(parts[key]?.name ?? ''));
    const files = [...filesOf(parts, needed)].filter((file) => !named.has(file));
    return { address, reads, files: files.map(hintAt) };
  });
  return (url) => {
    const found = known.find(({ address, files }) => files.length > 0 && address.test(url));
    if (!found) return undefined;
    const [, id = ''] = found.address.exec(url) ?? [];
    const reads = found.reads.map((path) => `<${path.replace('$1', id)}>; ${asReading}`);
    return [...found.files, ...reads].join(', ');
  };
}

/** The parameters with which a browser requests a reading as `web/lib/api.ts` does. */
const asReading = 'rel=preload; as=fetch; crossorigin=use-credentials';

/** Returns what the header says about a file, with the mode in which the page's program asks for it. */
function hintAt(file: string): string {
  const how = file.endsWith('.css') ? 'rel=preload; as=style; crossorigin' : 'rel=modulepreload';
  return `</${file}>; ${how}`;
}

/** Returns the programs and styles of these parts and of all that they import. */
function filesOf(parts: Parts, names: readonly string[], found = new Set<string>()): Set<string> {
  for (const name of names) {
    const part = parts[name];
    if (!part || found.has(part.file)) continue;
    for (const file of [part.file, ...part.css]) found.add(file);
    filesOf(parts, part.imports, found);
  }
  return found;
}

function readParts(path: string): Parts {
  try {
    return z.record(z.string(), partSchema).parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    // Without the build's list, screens load as they would without hints.
    return {};
  }
}
