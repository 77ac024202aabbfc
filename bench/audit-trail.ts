/**
 * Measures how long a page of the audit trail takes with a million events, by each filter.
 * Wanted: under 100 ms, and under 1 s for a search that finds little.
 * Run: npx node bench/audit-trail.ts
 */
import { sql } from 'kysely';

import { measure, openLargeApp } from './large-database.ts';
import { at, heading, report } from './report.ts';

const { app, db, cookie, close } = await openLargeApp({ hotels: 2_000, responses: 1_000 });
try {
  await sql`
    insert into audit_events (at, actor_id, actor_name, action, object_id, details)
    select now() - make_interval(secs => 1000001 - n), 1 + n % 41, 'Consultant',
      case when n % 1000 = 0 then 'document.uploaded' when n % 20 = 0 then 'hotel.changed'
        else 'response.stored' end, 1 + n % 2000,
      jsonb_build_object('name', 'Harbour House ' || n, 'hotelId', n % 2000,
        'hotelName', 'Lantern Inn ' || n % 2000)
    from generate_series(1, 1000000) n`.execute(db);
  await sql`vacuum analyze audit_events`.execute(db);
  heading('a million events; median of 10');
  const filters = {
    newest: '',
    'far back': 'before=1000',
    'one person': 'actor=7',
    'a common group': 'group=Responses',
    'a rare group': 'group=Documents',
    'a rare group of one person': 'group=Documents&actor=7',
    'one hotel': 'object=hotel:41',
    'up to three days ago': `to=${new Date(Date.now() - 3 * 86_400_000).toISOString()}`,
    'of those, far back': `before=1000&to=${new Date(Date.now() - 3 * 86_400_000).toISOString()}`,
    'words found often': 'search=harbour',
    'words that nothing holds': 'search=harbour+house+4711x',
  };
  for (const [name, query] of Object.entries(filters)) {
    const url = `/api/audit-events?${query}`;
    const taken = await measure(10, () => app.inject({ url, headers: { cookie } }));
    report({
      name,
      ours: at(0.5, taken),
      unit: 'ms',
      note: `slowest ${at(1, taken).toFixed(0)} ms`,
    });
  }
} finally {
  await close();
}
