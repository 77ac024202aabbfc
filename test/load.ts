import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

import { threeOptions } from './build.ts';
import type { signInTo } from './server-process.ts';

export type RemoteCall = Awaited<ReturnType<typeof signInTo>>;
export type LoadSurvey = { id: number; answers: object[] };

/**
 * Creates a survey of three choice questions through the API. Returns it with the best answer to
 * each.
 */
export async function makeLoadSurvey(call: RemoteCall): Promise<LoadSurvey> {
  const { body: survey } = await call('POST', '/api/surveys', {
    title: 'Under the axe',
    category: 'hospitality',
    status: 'active',
  });
  const answers: object[] = [];
  for (let order = 1; order <= 3; order += 1) {
    const { body: question } = await call('POST', '/api/questions', {
      surveyId: survey.id,
      text: `Question ${order}`,
      type: 'radio',
      answers: threeOptions,
    });
    answers.push({ questionId: question.id, answerId: question.answers[2].id });
  }
  return { id: survey.id as number, answers };
}

export function responseTo(survey: LoadSurvey, clientId: string) {
  return {
    clientId,
    surveyId: survey.id,
    respondentName: 'Rosa Respondent',
    respondentJobTitle: 'Front desk',
    responseAnswers: survey.answers,
    // As a device that is online sends it. Another person's sync would confirm a pending one.
    syncStatus: 'synced',
  };
}

/**
 * Submits one response after another until the connection breaks or `mayGoOn` returns false, and
 * notes what was acknowledged. Returns why it ended.
 */
export async function writeUntilCut(
  call: RemoteCall,
  survey: LoadSurvey,
  writer: string,
  acknowledged: Map<string, number>,
  mayGoOn: () => boolean = () => true,
): Promise<unknown> {
  for (let n = 0; mayGoOn(); n += 1) {
    const clientId = `offline_${writer}_${n}`;
    try {
      const { status, body } = await call('POST', '/api/responses', responseTo(survey, clientId));
      if (status !== 201) return body;
      acknowledged.set(clientId, body.totalScore);
    } catch (error) {
      return error;
    }
  }
  return null;
}

/**
 * Submits one response after another over a kept connection, as a browser does, until the
 * connection fails. Returns `refused` if the server no longer listened, so that nothing was sent;
 * otherwise, how a response that was sent got no reply.
 */
export async function writeUntilRefused(
  address: string,
  cookie: string,
  survey: LoadSurvey,
  writer: string,
  acknowledged: Map<string, number>,
): Promise<string> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let n = 0; ; n += 1) {
    const clientId = `offline_${writer}_${n}`;
    const call = request(`${address}/api/responses`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      agent,
    });
    call.end(JSON.stringify(responseTo(survey, clientId)));
    try {
      const [answer] = (await once(call, 'response')) as [IncomingMessage];
      const { totalScore } = JSON.parse(await text(answer)) as { totalScore: number };
      if (answer.statusCode !== 201) return `answered ${answer.statusCode}`;
      acknowledged.set(clientId, totalScore);
    } catch (error) {
      agent.destroy();
      const { code, message } = error as NodeJS.ErrnoException;
      const how = call.reusedSocket ? 'a connection it kept' : 'a new connection';
      return code === 'ECONNREFUSED' ? 'refused' : `${message} on ${how}`;
    }
  }
}

/** Returns the stored responses by client id. Throws when one is stored twice. */
export async function readStored(call: RemoteCall): Promise<Map<string, number>> {
  const { body } = await call('GET', '/api/responses');
  const responses = body as { clientId: string; totalScore: number }[];
  const stored = new Map(responses.map((one) => [one.clientId, one.totalScore]));
  if (stored.size !== responses.length) throw new Error('A response is stored twice');
  return stored;
}

/** Returns the acknowledged responses that are missing or different. */
export async function findLost(
  call: RemoteCall,
  acknowledged: ReadonlyMap<string, number>,
): Promise<string[]> {
  const stored = await readStored(call);
  return [...acknowledged].filter(([id, score]) => stored.get(id) !== score).map(([id]) => id);
}
