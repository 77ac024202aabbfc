import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { threeOptions } from './build.ts';
import { signInTo, startServerProcess } from './server-process.ts';

type Call = Awaited<ReturnType<typeof signInTo>>;
const rounds = 20;
const writers = 4;

/**
 * The server is killed in the middle of its work, twenty times on one data folder. Whatever it
 * had acknowledged is there afterwards, each response once and whole.
 */
test(
  'kill -9 at any moment loses nothing that was acknowledged',
  { timeout: 180_000 },
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'bellwether-kill-'));
    const acknowledged = new Map<string, number>();
    let survey: { id: number; answers: object[] } | undefined;
    try {
      for (let round = 0; round < rounds; round += 1) {
        const server = await startServerProcess(dataDir);
        const call = await signInTo(server.address);
        survey ??= await makeSurvey(call);
        const writing = Array.from({ length: writers }, (_, writer) =>
          writeUntilCut(call, survey!, `${round}_${writer}`, acknowledged),
        );
        // Somewhere between the first writes and well into the flow.
        await sleep(40 + ((round * 37) % 200));
        await server.killNow();
        await Promise.all(writing);
      }
      const server = await startServerProcess(dataDir);
      const call = await signInTo(server.address);
      const { body: responses } = await call('GET', '/api/responses');
      const stored = new Map(
        responses.map((one: { clientId: string; totalScore: number }) => [
          one.clientId,
          one.totalScore,
        ]),
      );
      expect(stored.size).toBe(responses.length);
      expect([...acknowledged].filter(([id, score]) => stored.get(id) !== score)).toEqual([]);
      expect(acknowledged.size).toBeGreaterThan(rounds);
      expect(await server.stop()).toBe(0);
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  },
);

async function makeSurvey(call: Call) {
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

/** Submits one response after another until the connection breaks; notes what was acknowledged. */
async function writeUntilCut(
  call: Call,
  survey: { id: number; answers: object[] },
  writer: string,
  acknowledged: Map<string, number>,
): Promise<void> {
  for (let n = 0; ; n += 1) {
    const clientId = `offline_${writer}_${n}`;
    try {
      const { status, body } = await call('POST', '/api/responses', {
        clientId,
        surveyId: survey.id,
        respondentName: 'Rosa Respondent',
        respondentJobTitle: 'Front desk',
        responseAnswers: survey.answers,
      });
      if (status !== 201) return;
      acknowledged.set(clientId, body.totalScore);
    } catch {
      return;
    }
  }
}
