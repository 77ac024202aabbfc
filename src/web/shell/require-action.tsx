import type { ReactNode } from 'react';

import { can } from '#domain/people/person.ts';
import type { Action } from '#domain/people/roles.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';

import { AccessRestricted } from './access-restricted.tsx';

/** Shows its content to people who may do the action. The server checks the right again. */
export function RequireAction({ action, children }: { action: Action; children: ReactNode }) {
  return can(useCurrentUser(), action) ? children : <AccessRestricted />;
}
