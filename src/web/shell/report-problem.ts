import type { PageProblem } from '#domain/problems/page-problem.ts';

/**
 * Tells the server that a page could not be shown: which kind of failure, on which page, with which
 * class of error, and nothing of what is on it. Never rejects: where nobody answers, nobody is told.
 */
export async function reportProblem(kind: PageProblem['kind'], error: unknown): Promise<void> {
  const page = window.location.pathname.replaceAll(/\d+/g, '{id}');
  const name = error instanceof Error ? error.name : 'Unknown';
  const body: PageProblem = { kind, page, error: name };
  await fetch('/api/page-problems', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    // It is sent also when the page is loaded again at once.
    keepalive: true,
  }).catch(() => undefined);
}
