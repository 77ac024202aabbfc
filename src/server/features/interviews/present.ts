import type { InterviewSession } from '#domain/interviews/session.ts';

import type { ListedSession } from './asked-so-far.ts';

export function presentSession({ userId: _, ...session }: ListedSession): InterviewSession {
  return session;
}
