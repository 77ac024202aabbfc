import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { kpeCategories } from '#domain/surveys/question.ts';
import type { RulesPreview as Preview } from '#domain/surveys/rules-preview.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { SayPlace } from '#web/ui/notices/say.tsx';
import { RulesPreview, type TriedRules } from './rules-preview.tsx';

const found: Preview = {
  reached: 4_000,
  total: 4_000,
  responses: { passed: { before: 2_900, after: 2_700 }, toReview: 231, toPass: 31 },
  hotels: {
    passed: { before: 212, after: 201 },
    ...{ toReview: 14, toPass: 3 },
    turned: [
      { hotelId: 7, hotelName: 'Harbour House', passes: false },
      { hotelId: 8, hotelName: 'Quay House', passes: true },
    ],
  },
  categories: kpeCategories.map((category, place) => ({
    ...{ category, before: 82, after: place === 0 ? 79.5 : 82 },
  })),
  bands: {
    before: [0, 0, 0, 0, 0, 0, 0, 1_100, 1_900, 1_000],
    after: [0, 0, 0, 0, 0, 0, 100, 1_200, 1_700, 1_000],
  },
};

let bodies: unknown[];
let answer: () => Promise<Response>;
const serve: typeof fetch = (_input, init) => {
  bodies.push(JSON.parse(String(init?.body)));
  return answer();
};
beforeEach(() => {
  bodies = [];
  answer = () => Promise.resolve(Response.json(found));
  vi.stubGlobal('fetch', serve);
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

async function open(draft: () => TriedRules | undefined = () => ({ rules: { passLine: 85 } })) {
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <SayPlace />
        <RulesPreview surveyId={17} draft={draft} />
      </MantineProvider>
    </QueryClientProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'See what this would change' }));
}
const dialog = () => screen.findByRole('dialog', { name: 'What this would change' });

test('tells how many hotels turn, names them, and shows both distributions', async () => {
  await open();
  const shown = within(await dialog());
  await shown.findByText('14 of 212 hotels that passed would need review; 3 the other way.');
  shown.getByText(/^Of 2,900 responses that passed, 231 would need review; 31 the other way\./);
  shown.getByText(/Tried on all 4,000 responses of the last 365 days\.$/);
  shown.getByText('The Right Fit: 82.0% would be 79.5% (−2.5)');
  expect(shown.queryByText(/The Right Action/)).toBeNull();
  const hotels = within(shown.getByRole('region', { name: 'Hotels whose verdict turns' }));
  expect(hotels.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'HotelVerdict',
    'Harbour HouseWould need review',
    'Quay HouseWould pass',
  ]);
  expect(hotels.getByRole('link', { name: 'Quay House' })).toHaveAttribute('target', '_blank');
  shown.getByText('and 15 more');
  const figures = within(shown.getByRole('table', { name: 'Responses by score' }));
  figures.getByRole('row', { name: '60% to under 70% 0 100' });
  figures.getByRole('row', { name: '90% to 100% 1,000 1,000' });
  expect(bodies).toEqual([{ rules: { passLine: 85 }, days: 365 }]);
});

test('each press tries what the form holds then; a form with a mistake is not tried', async () => {
  let draft: TriedRules | undefined = { rules: { passLine: 70 } };
  await open(() => draft);
  await userEvent.click(within(await dialog()).getByRole('button', { name: 'Close' }));
  const again = screen.getByRole('button', { name: 'See what this would change' });
  draft = undefined;
  await userEvent.click(again);
  expect(bodies).toHaveLength(1);
  draft = { rules: {}, questions: [{ id: 3, weight: 2 }] };
  await userEvent.click(again);
  await within(await dialog()).findByText(/hotels that passed/);
  expect(bodies[1]).toEqual({ ...draft, days: 365 });
});

test.each<[string, Partial<Preview>, RegExp]>([
  [
    'what was not reached',
    { reached: 3_000 },
    /Tried on the latest 3,000 of 4,000 responses of the last 365 days\. The older ones were not reached\./,
  ],
  ['that there is nothing yet', { reached: 0, total: 0 }, /^Nobody answered this survey/],
  ['that nothing could be reached', { reached: 0 }, /^None of 4,000 responses/],
  [
    'that nothing turns',
    { hotels: { ...found.hotels, toReview: 0, toPass: 0, turned: [] } },
    /^No hotel’s verdict turns\. 212 hotels pass\.$/,
  ],
])('tells %s', async (_what, more, words) => {
  answer = () => Promise.resolve(Response.json({ ...found, ...more }));
  await open();
  expect(await within(await dialog()).findByText(words)).toBeVisible();
});

test('says that it takes a while, and what went wrong, and tries again', async () => {
  let fail = (_error: Error) => {};
  answer = () => new Promise((_done, failed) => (fail = failed));
  await open();
  const shown = within(await dialog());
  await shown.findByText('With very many responses it takes up to ten seconds.');
  fail(new TypeError('Failed to fetch'));
  await shown.findByText('These rules could not be tried');
  shown.getByText('No connection to Bellwether. Check the network and try again.');
  answer = () => Promise.resolve(Response.json(found));
  await userEvent.click(shown.getByRole('button', { name: 'Retry' }));
  expect(await shown.findByText(/^14 of 212 hotels/)).toBeVisible();
});
