import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoSidewaysScroll } from './support/expect-focus-in-sight.ts';
import { expect, signIn, test } from './support/test.ts';

test('changed rules are tried on past responses before they are saved @desktop', async ({
  page,
}) => {
  await signIn(page, 'admin');
  const answer = await page.request.get('/api/surveys');
  const surveys = (await answer.json()) as { id: number; title: string }[];
  const audited = surveys.find(({ title }) => title === 'House Standards Audit');
  await page.goto(`/app/survey-builder?survey=${audited?.id}`);
  await page.getByRole('button', { name: 'Pass rules' }).click();
  const pressed = page.getByRole('button', { name: 'See what this would change' });
  await pressed.click();
  const dialog = page.getByRole('dialog', { name: 'What this would change' });
  await expect(dialog.getByText('No hotel’s verdict turns.', { exact: false })).toBeVisible();
  await expect(dialog.getByText(/Tried on all \d+ responses of the last 365 days/)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(pressed).toBeFocused();
});
