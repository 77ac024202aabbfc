import type { ProblemError } from '#server/problems.ts';

/** Returns a problem as an HTML page, for a call that a browser opened in a tab. */
export function problemPage(problem: ProblemError): string {
  const { title, detail } = problem.toProblem();
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)} – Bellwether</title>
<body style="max-width: 40rem; margin: 4rem auto; padding: 0 1rem; font: 1.125rem/1.5 sans-serif">
<h1>${escaped(title)}</h1>
<p>${escaped(detail)}</p>
<p><a href="/">Open Bellwether</a></p>
`;
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
}
