import { expect } from 'vitest';

import type { TestApp } from './test-app.ts';
import { waitFor } from './wait-for.ts';

/** Waits until this many statements wait for a lock that another transaction holds. */
export const waitForLocks = ({ deps }: Pick<TestApp, 'deps'>, count = 1): Promise<void> =>
  waitFor(async () => {
    const { rows } = await deps.pool.query<{ waiting: number }>(
      `select count(*)::int as waiting from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    expect(rows[0]?.waiting).toBe(count);
  });
