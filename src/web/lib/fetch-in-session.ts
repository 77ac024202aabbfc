import { personSchema } from '#domain/people/person.ts';

/** The calls whose answers exchange the browser's session for another. */
const renewals: ReadonlySet<unknown> = new Set(['/api/auth/login', '/api/auth/password']);
/** The last of them that this tab sent. */
let renewing: Promise<unknown> = Promise.resolve();

/** The id of whoever is signed in here, or null. */
let asking: number | null = null;

/** From now on calls are this person's: `current-user.ts` says so whenever it changes. */
export function askAs(userId: number | null): void {
  asking = userId;
}

/**
 * Asks the server as whoever is signed in. A call under way while their session is exchanged for
 * another, here or in another tab, arrives with the old one and is refused, though nobody was signed
 * out. So a 401 is believed once the server says it to the question of who is signed in too; else the
 * call is sent again, which is safe: a refused one has done nothing.
 */
export async function fetchInSession(input: string | URL | Request, init?: RequestInit) {
  const asked = asking;
  const answered = fetch(input, init);
  if (renewals.has(input)) {
    renewing = answered.catch(() => undefined);
    return answered;
  }
  const response = await answered;
  if (response.status !== 401 || asked === null) return response;
  await renewing;
  return (await whoIsSignedIn()) === asked ? fetch(input, init) : response;
}

/** The person's id by the server's word; null where it is nobody, or the server cannot be reached. */
async function whoIsSignedIn(): Promise<number | null> {
  try {
    const answer = await fetch('/api/auth/me', { credentials: 'include' });
    return answer.ok ? personSchema.parse(await answer.json()).id : null;
  } catch {
    return null;
  }
}
