import type { InterviewSession } from '#domain/interviews/session.ts';

import type { SessionRow } from './queries.ts';

export function presentSession({ userId: _, ...session }: SessionRow): InterviewSession {
  return session;
}
