import type { PageProblem } from '#domain/problems/page-problem.ts';

/**
 * Reports to the server that a page could not be shown: the kind of failure, the page, and the
 * class of the error, but nothing that the page shows. Never rejects: without a connection the
 * report is dropped.
 */
export async function reportProblem(kind: PageProblem['kind'], error: unknown): Promise<void> {
  const page = window.location.pathname.replaceAll(/\d+/g, '{id}');
  const name = error instanceof Error ? error.name : 'Unknown';
  const body: PageProblem = { kind, page, error: name };
  await fetch('/api/page-problems', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    // Finishes the request even if the page is reloaded at once.
    keepalive: true,
  }).catch(() => undefined);
}
