/**
 * Measures a real browser's longest frame while a question is dragged through a survey of 200.
 * Wanted: no frame over 50 ms.
 * Run: npm run build && npx node bench/browser/question-drag.ts
 */
import { reportFrames } from './frames.ts';
import { withSignedIn } from './signed-in.ts';

const count = Number(process.argv[2] ?? 200);

await withSignedIn(
  'admin',
  async ({ page }) => {
    const post = async (path: string, data: object) => {
      const answer = await page.request.post(path, { data });
      if (!answer.ok()) throw new Error(await answer.text());
      return (await answer.json()) as { id: number };
    };
    const survey = { title: 'Two hundred questions', category: 'hospitality', status: 'draft' };
    const { id: surveyId } = await post('/api/surveys', survey);
    const answers = ['Always', 'Often', 'Never'].map((text, order) => ({ text, order, points: 2 }));
    for (let order = 0; order < count; order += 1) {
      const text = `Is what stands at place ${order + 1} as it should be?`;
      const question = { surveyId, text, type: 'radio', weight: 1, isRequired: true, answers };
      await post('/api/questions', question);
    }
    await page.goto(`/app/survey-builder?survey=${surveyId}&panel=questions`);
    await page.waitForLoadState('networkidle');

    const handle = page.getByRole('button', { name: 'Reorder question 1', exact: true });
    await handle.scrollIntoViewIfNeeded();
    await handle.hover();
    await reportFrames(page, `dragging among ${count} questions`, async () => {
      await page.mouse.down();
      for (let y = 300; y < 890; y += 10) await page.mouse.move(400, y);
      // At the lower edge the list scrolls on its own.
      for (let turn = 0; turn < 120; turn += 1) {
        await page.mouse.move(400, 888 + (turn % 2));
        await page.waitForTimeout(16);
      }
      await page.mouse.up();
    });
    await page.getByText('Now at place').waitFor({ state: 'attached' });
  },
  { viewport: { width: 1440, height: 900 } },
);
