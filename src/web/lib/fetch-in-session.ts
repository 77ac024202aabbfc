import { personSchema } from '#domain/people/person.ts';

/** The calls whose replies replace the browser's session by a new one. */
const renewals: ReadonlySet<unknown> = new Set(['/api/auth/login', '/api/auth/password']);
/** The last of these calls that this tab sent. */
let renewing: Promise<unknown> = Promise.resolve();

/** The id of the person who is signed in here, or null. */
let asking: number | null = null;

/**
 * Sets the person for whom calls are made from now on. `current-user.ts` calls this on every
 * change.
 */
export function askAs(userId: number | null): void {
  asking = userId;
}

/**
 * Calls the server for the signed-in person. If this tab or another one is just replacing the
 * session, a call can arrive with the old session and get a 401 although nobody was signed out. So
 * after a 401 this asks the server who is signed in. If it is still the same person, this sends the
 * call again, which is safe because a refused call has done nothing.
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

/**
 * Returns the id of the person who is signed in, according to the server. Returns null when nobody
 * is, or the server cannot be reached.
 */
async function whoIsSignedIn(): Promise<number | null> {
  try {
    const answer = await fetch('/api/auth/me', { credentials: 'include' });
    return answer.ok ? personSchema.parse(await answer.json()).id : null;
  } catch {
    return null;
  }
}
