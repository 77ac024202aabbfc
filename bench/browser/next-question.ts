/**
 * Measures how long Next takes in a real browser, from the press until the next question is painted, in a
 * survey of 800 questions with three conditions each. Wanted: at most 50 ms for 95 % of the presses.
 * Run: npm run build && npx node bench/browser/next-question.ts
 */
import type { Page } from '@playwright/test';

import { at, heading, report } from '../report.ts';
import { withSignedIn } from './signed-in.ts';

const count = Number(process.argv[2] ?? 800);
const presses = 100;
const title = 'Eight hundred questions';

await withSignedIn('admin', async ({ page }) => {
  const conditions = await makeSurvey(page);
  await page.goto('/interview/1');
  await page.getByRole('combobox', { name: 'Survey' }).click();
  await page.getByRole('option', { name: title }).click();
  await page.getByLabel('Respondent full name').fill('Rosa Respondent');
  await page.getByLabel('Respondent job title').fill('Front desk');
  await page.getByRole('button', { name: 'Start Interview' }).click();

  const times: number[] = [];
  for (let press = 0; press < presses; press += 1) {
    await page.getByRole('heading', { name: textOf(press) }).waitFor();
    await page.getByRole('radio', { name: 'Always' }).check();
    // Wait until the answer is on the screen, because it decides which question is next.
    await page.waitForTimeout(450);
    times.push(await pressNext(page));
  }
  heading(`a survey of ${count} questions with ${conditions.toLocaleString('en')} conditions`);
  const sorted = times.toSorted((one, other) => one - other);
  const note = `median ${at(0.5, sorted).toFixed(0)} ms, slowest ${at(1, sorted).toFixed(0)} ms`;
  report({ name: `Next, 95 % of ${presses} presses`, ours: at(0.95, sorted), unit: 'ms', note });
});

function textOf(place: number): string {
  return `Is what stands at place ${place + 1} as it should be?`;
}

/** Makes an active survey in which each question depends on the three before it. Returns its conditions. */
async function makeSurvey(page: Page): Promise<number> {
  const call = async (method: 'post' | 'put', path: string, data: object) => {
    const answer = await page.request[method](path, { data });
    if (!answer.ok()) throw new Error(await answer.text());
    return (await answer.json()) as { id: number; answers: { id: number }[] };
  };
  const survey = { title, category: 'hospitality', status: 'draft' };
  const { id: surveyId } = await call('post', '/api/surveys', survey);
  const answers = ['Always', 'Never'].map((text, order) => ({
    text,
    order,
    score: 10 - 10 * order,
  }));
  const before: { questionId: number; is: number[] }[] = [];
  let conditions = 0;
  for (let place = 0; place < count; place += 1) {
    const showIf = before.slice(-3);
    conditions += showIf.length;
    const question = { surveyId, text: textOf(place), type: 'radio', required: false, answers };
    const made = await call('post', '/api/questions', {
      ...question,
      ...(showIf.length > 0 && { showIf }),
    });
    before.push({ questionId: made.id, is: [made.answers[0]?.id ?? 0] });
  }
  await call('put', `/api/surveys/${surveyId}`, { ...survey, status: 'active' });
  return conditions;
}

/** Presses Next and returns the milliseconds until the frame after it is painted. */
function pressNext(page: Page): Promise<number> {
  return page.getByRole('button', { name: 'Next' }).evaluate(async (next: HTMLElement) => {
    const begin = performance.now();
    next.click();
    await new Promise<void>((painted) =>
      requestAnimationFrame(() => {
        // Runs once the frame is on the screen.
        const channel = new MessageChannel();
        channel.port1.addEventListener('message', () => painted());
        channel.port1.start();
        channel.port2.postMessage(null);
      }),
    );
    return performance.now() - begin;
  });
}
