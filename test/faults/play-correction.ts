// Import this before Dexie, which looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto';

import { z } from 'zod';

import { returnedResponseSchema, type ReturnedResponse } from '#domain/rounds/returned.ts';
import type { Kind } from '#web/offline/outbox/kinds.ts';
import { checkCorrections } from './check-corrections.ts';
import { CorrectingDevice } from './correcting-device.ts';
import type { CorrectionSchedule } from './correction-schedule.ts';
import type { Way } from './device.ts';
import { openFaultProxy } from './fault-proxy.ts';
import type { Finding } from './findings.ts';
import type { Ground } from './ground.ts';
import type { Bug } from './plant.ts';
import type { Played } from './play.ts';
import type { Kill } from './schedule.ts';

/*
 * Plays how a returned response is corrected. One person has it on one or two devices, which both
 * read it before the faults begin. On each of them the correction is begun, perhaps several times,
 * changed, finished and sent, while requests are lost, tabs and devices die and servers are killed.
 * Meanwhile the round may be approved. A schedule is a pure function of its seed.
 */

/** Plays one schedule to its end, lets the devices recover, and checks the result. */
export async function playCorrection(
  ground: Ground,
  schedule: CorrectionSchedule,
  bug?: Bug,
): Promise<Played> {
  const story: string[] = [];
  let killed: Kill['whose'] | null = null;
  const sent = new Set<Kind>();
  const userId = await ground.addPerson();
  const cookie = await ground.signIn(userId);
  const returned = await aReturned(ground, userId, cookie);
  const devices: CorrectingDevice[] = [];
  const proxy = await openFaultProxy({
    ...{ server: ground.server, killServer: ground.killServer, cutDatabase: ground.cutDatabase },
    faultOf: (call, isEnvelope) => {
      const [device, life, number] = call.split('.').map(Number);
      return devices[device ?? 0]?.faultOf(life ?? 0, number ?? 0, isEnvelope) ?? null;
    },
    isStored: ground.isStored,
    kill: schedule.kill,
    killed: (whose) => (killed = whose),
    sent: (kind) => sent.add(kind),
    held: (call) => devices[Number(call.split('.')[0])]?.passPatience(call),
    tell: (line) => story.push(line),
  });
  const way: Way = { address: proxy.address, cookie: () => cookie, userId };
  for (const [place, lives] of schedule.lives.entries())
    devices.push(new CorrectingDevice({ ground, way, place, lives, returned, bug, story }));
  let isApproved = false;
  const findings: Finding[] = [];
  try {
    for (const act of schedule.acts) {
      story.push(JSON.stringify(act));
      if (act.do === 'set clock') for (const { clock } of devices) clock.setBy(act.by);
      else if (act.do === 'approve') {
        await ground.approveRound(returned.clientId);
        isApproved = true;
      } else await devices[act.device]?.act(act);
    }
    story.push('the faults are over');
    await proxy.endFaults();
    await ground.server();
    for (const device of devices) findings.push(...(await device.recover()));
    findings.push(...(await checkCorrections(ground, { returned, isApproved, devices })));
  } catch (error) {
    const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
    findings.push({ kind: 'broken', what });
  } finally {
    await proxy.close();
    for (const device of devices) await device.close();
  }
  return { findings, story, killed, sent };
}

/** Stores a response with a good connection, has it returned, and reads it as a device does. */
async function aReturned(
  ground: Ground,
  userId: number,
  cookie: string,
): Promise<ReturnedResponse> {
  const address = await ground.server();
  const { surveyId, number, questions } = ground.edition;
  const clientId = `offline_1_${userId}xformer`;
  const sent = {
    ...{ clientId, surveyId, edition: number, hotelId: await ground.addHotel(userId) },
    ...{ respondentName: `Guest (${userId})`, respondentJobTitle: 'Front desk' },
    ...{ startedAt: new Date().toISOString(), completedAt: new Date().toISOString() },
    responseAnswers: questions
      .filter(({ answers }) => answers.length > 0)
      .map(({ id, answers }) => ({ questionId: id, answerId: answers[0]?.id })),
  };
  const headers = { cookie, 'content-type': 'application/json' };
  const body = JSON.stringify(sent);
  await fetch(`${address}/api/responses`, { method: 'POST', headers, body });
  await ground.returnResponse(clientId);
  const reply = await fetch(`${address}/api/responses/returned`, { headers });
  const [returned] = z.array(returnedResponseSchema).parse(await reply.json());
  if (!returned) throw new Error('Nothing was returned.');
  return returned;
}
