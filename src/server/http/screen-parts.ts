import { readFileSync } from 'node:fs';

import { z } from 'zod';

/**
 * The programs that a screen begins with, by its address. Without a hint the browser learns of
 * them only after it has loaded and run the start, which costs a slow phone a second.
 */
const beginnings: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^\/interview\/\d+(\?|$)/, ['frame', 'setup']],
  [/^\/app(\/|\/results)?(\?|$)/, inFrame('results-screen')],
  [/^\/app\/dashboard(\?|$)/, inFrame('dashboard-screen')],
  [/^\/app\/workflow-management(\?|$)/, inFrame('workflow-screen')],
  [/^\/app\/hotels\/\d+(\?|$)/, inFrame('hotel-page-screen')],
];

/** Returns the parts of a screen with the header and the navigation around it. */
function inFrame(screen: string): string[] {
  return ['app-layout', screen];
}

/** What the build says of one of its files. Programs have a name. */
const partSchema = z.object({
  file: z.string(),
  name: z.string().optional(),
  imports: z.array(z.string()).default([]),
  isEntry: z.boolean().default(false),
});
type Parts = Record<string, z.infer<typeof partSchema>>;

/**
 * Returns a function that gives the `Link` header for the page at an address: it names the programs
 * that the page's screen needs beyond those that the page itself names. Undefined where it names none.
 */
export function hintsOf(root: string): (url: string) => string | undefined {
  const parts = readParts(`${root}/.vite/manifest.json`);
  const starts = Object.keys(parts).filter((name) => parts[name]?.isEntry);
  const named = filesOf(parts, starts);
  const headers = beginnings.map(([address, programs]) => {
    const needed = Object.keys(parts).filter((key) => programs.includes(parts[key]?.name ?? ''));
    const files = [...filesOf(parts, needed)].filter((file) => !named.has(file));
    return [address, files.map((file) => `</${file}>; rel=modulepreload`).join(', ')] as const;
  });
  return (url) => headers.find(([address]) => address.test(url))?.[1] || undefined;
}

/** Returns the files of these parts and of all that they import. */
function filesOf(parts: Parts, names: readonly string[], found = new Set<string>()): Set<string> {
  for (const name of names) {
    const part = parts[name];
    if (!part || found.has(part.file)) continue;
    found.add(part.file);
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
