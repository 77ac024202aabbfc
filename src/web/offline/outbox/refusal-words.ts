import type { Problem } from '#domain/problems/problem.ts';

/** What a person can do about a refused response, by the type of the problem. */
const nextSteps: Readonly<Record<string, string>> = {
  '/problems/gone': 'Discard this copy, or export it first if its answers are still needed.',
  '/problems/malformed-request':
    'Press Retry. If the server refuses it again, export it and ask an Admin to import the file.',
  '/problems/not-allowed':
    'Ask an Admin whether your account may still hold interviews, then press Retry.',
};

const askAdmin =
  'Export it and show the file to an Admin, who can find out why; press Retry when that is mended.';

/** Returns why our server refused a response and what its owner can do, in words for people. */
export function wordsOfRefusal({ type, detail }: Problem): string {
  const sentence = /[.!?]$/.test(detail) ? detail : `${detail}.`;
  return `${sentence} ${nextSteps[type] ?? askAdmin}`;
}
