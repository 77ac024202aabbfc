import { setTimeout as sleep } from 'node:timers/promises';

import { makeLoadSurvey, responseTo } from '../load.ts';
import { must, type Chaos } from './report.ts';
import { withServer } from './with-server.ts';

/**
 * Holds a lock for a minute. Calls that need the lock must get a 503, and all other calls must
 * work.
 */
export const heldLock = ({ say }: Chaos) =>
  withServer(async ({ address, cookie, call, database }) => {
    const survey = await makeLoadSurvey(call);
    await database.query('begin');
    await database.query('lock table responses in access exclusive mode');
    const released = sleep(60_000).then(() => database.query('commit'));
    const begun = Date.now();
    const refused = await fetch(`${address}/api/responses`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify(responseTo(survey, 'offline_waits')),
    });
    const waited = Date.now() - begun;
    must(refused.status === 503 && refused.headers.has('retry-after'), `${refused.status}`);
    const results = await fetch(`${address}/api/results/summary`, { headers: { cookie } });
    must(results.status === 503 && results.headers.has('retry-after'), `${results.status}`);
    must((await call('GET', '/api/hotels')).status === 200, 'Others are held up');
    await released;
    const again = await call('POST', '/api/responses', responseTo(survey, 'offline_waits'));
    must(again.status === 201, `${again.status} after the lock`);
    say(`A lock held for 60 s: 503 with Retry-After after ${waited} ms, stored once it was free`);
  });
