import 'fake-indexeddb/auto';

import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { responseInputSchema } from '#domain/responses/response.ts';
import type { Edition } from '#domain/surveys/edition.ts';
import { parseSearch, stringifySearch } from '#web/lib/address.ts';
import { currentUser } from '#web/lib/current-user.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { connection } from '#web/offline/connection/connection.ts';
import { digestOf } from '#web/offline/outbox/envelope.ts';
import { currentStore } from '#web/offline/store/store.ts';
import { closeOfflineStore, openOfflineStore } from '#web/offline/sync/sync-status.ts';
import { InterviewScreen } from './interview-screen.tsx';

/** Tests the whole interview without a network, on a device that was online once. */

const options = (question: number, ...texts: string[]) =>
  texts.map((text, place) => ({
    ...{ id: question * 10 + place, text, score: place * 5, isCorrect: false, order: place + 1 },
  }));
const asked = { required: true, weight: 1, kpeCategory: null };
const edition: Edition = {
  surveyId: 3,
  number: 2,
  title: 'Arrival',
  createdAt: '2026-05-01T10:00:00.000Z',
  questions: [
    {
      ...asked,
      id: 1,
      type: 'radio',
      order: 1,
      text: 'Greeted?',
      answers: options(1, 'No', 'Yes'),
    },
    {
      ...{ ...asked, required: false, id: 2, type: 'checkbox', order: 2, text: 'Escorted?' },
      answers: options(2, 'To the lift', 'To the room'),
    },
    { ...asked, id: 3, type: 'text', order: 3, text: 'Anything else?', answers: [] },
  ],
};
const moment = '2026-05-01T10:00:00.000Z';
const survey = {
  ...{ id: 3, title: 'Arrival', description: '', category: 'hospitality', status: 'active' },
  ...{
    edition: 2,
    editionCreatedAt: moment,
    questionCount: 3,
    createdAt: moment,
    updatedAt: moment,
  },
};
const hotel = {
  ...{ id: 7, hotelId: 'H7', hotelName: 'Harbour House', hotelChain: 'C', hotelBrand: 'Harbor' },
  ...{ hotelManagementCo: null, hotelOwner: null, hotelAddress: '1 Quay', hotelCity: 'Boston' },
  ...{ hotelState: 'MA', hotelCountry: 'USA', hotelPostalCode: '02110', chainScale: null },
  ...{ fpgRegion: 'East', status: 'Active', stage: 'Onsite Assessment', version: 1 },
  ...{ serviceConsultantId: null, virtualSessionCompletionDate: null, evaluationNotes: null },
  ...{ virtualReAssessmentCompletionDate: null, createdAt: moment, updatedAt: moment },
};

let users = 1_000;
beforeEach(async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  // jsdom has no scrolling.
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  queryClient.clear();
  await openOfflineStore({ id: (users += 1), name: 'Asa Assessor' });
  await connection.check();
  const seen = {
    '/api/hotels/7': hotel,
    '/api/surveys': [survey],
    '/api/surveys/3/editions/2': edition,
    '/api/interview-sessions/hotel/7': [],
  };
  await currentStore().cached.bulkPut(
    Object.entries(seen).map(([key, value]) => ({ key, value, savedAt: 1 })),
  );
});
afterEach(() => {
  cleanup();
  closeOfflineStore();
  currentUser.set(null);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function open(address: string) {
  const root = createRootRoute();
  const interview = createRoute({
    getParentRoute: () => root,
    path: '/interview/$hotelId',
    component: InterviewScreen,
  });
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({
    routeTree: root.addChildren([interview]),
    ...{ history, parseSearch, stringifySearch },
  });
  render(
    <MantineProvider env="test">
      <Notifications />
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { user: userEvent.setup(), router };
}

async function begin(user: ReturnType<typeof userEvent.setup>) {
  await user.click(await screen.findByRole('combobox', { name: 'Survey' }));
  await user.click(await screen.findByRole('option', { name: 'Arrival' }));
  await user.type(screen.getByLabelText(/Respondent full name/), 'Rosa');
  await user.type(screen.getByLabelText(/Respondent job title/), 'Concierge');
  await user.click(screen.getByRole('button', { name: 'Start Interview' }));
  await screen.findByText('Question 1 of 3');
  await whenPressable('Next');
}

/** A button ignores presses for a moment after it appears or changes its meaning. */
async function whenPressable(name: string): Promise<HTMLElement> {
  const button = await screen.findByRole('button', { name });
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'));
  return button;
}

const nextButton = () => screen.getByRole('button', { name: 'Next' });

test('the setup names each field that is missing', async () => {
  const { user } = open('/interview/7');
  expect(await screen.findByText('Harbour House')).toBeVisible();
  expect(screen.getByText('Harbor · Boston')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Start Interview' }));
  expect(screen.getByText('Please select a survey')).toBeVisible();
  expect(screen.getByText('Respondent name is required')).toBeVisible();
  expect(screen.getByText('Job title is required')).toBeVisible();
});

test('without an active survey no interview can start', async () => {
  const archived = { ...survey, status: 'archived' };
  await currentStore().cached.put({ key: '/api/surveys', value: [archived], savedAt: 1 });
  const role = { id: 1, name: 'Admin' as const, permissions: [] };
  const email = 'maya@example.com';
  currentUser.set({ id: 7, name: 'Maya', email, role, mustChangePassword: false });
  open('/interview/7');
  expect(await screen.findByText('No active surveys available')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Open Survey Builder' })).toBeVisible();
});

// So that Arabic and Hebrew run from right to left.
test("people's own words take their direction from their first letter", async () => {
  const { user } = open('/interview/7');
  await begin(user);
  expect(screen.getByRole('heading', { name: 'Greeted?' })).toHaveAttribute('dir', 'auto');
  expect(screen.getByText('Yes')).toHaveAttribute('dir', 'auto');
});

test('an interview is answered, completed and frozen on this device', async () => {
  const { user } = open('/interview/7');
  await begin(user);
  expect(screen.getByRole('heading', { name: 'Greeted?' })).toHaveFocus();
  expect(screen.getByRole('button', { name: 'Previous' })).toBeDisabled();
  expect(nextButton()).toBeDisabled();
  await user.keyboard('2');
  expect(screen.getByRole('radio', { name: 'Yes' })).toBeChecked();
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('heading', { name: 'Escorted?' })).toHaveFocus();
  expect(screen.getByText('33%')).toBeVisible();

  const lift = screen.getByRole('checkbox', { name: 'To the lift' });
  await user.click(lift);
  await user.click(screen.getByRole('checkbox', { name: 'To the room' }));
  expect(lift).not.toBeChecked();
  await user.click(screen.getByRole('checkbox', { name: 'To the room' }));
  expect(screen.queryAllByRole('checkbox', { checked: true })).toEqual([]);
  await user.click(nextButton());

  await user.type(screen.getByRole('textbox', { name: 'Anything else?' }), ' A warm welcome ');
  await user.type(screen.getByLabelText('Interview Notes'), 'At the bar');
  await user.click(await whenPressable('Complete'));
  const asked = await screen.findByRole('dialog', { name: '1 question has no answer' });
  expect(within(asked).getByRole('link', { name: 'Escorted?' })).toBeVisible();
  expect(await currentStore().envelopes.count()).toBe(0);
  await user.click(await whenPressable('Complete anyway'));
  const outcome = await screen.findByRole('main');
  expect(
    await within(outcome).findByText('Response saved offline and will sync when online'),
  ).toBeVisible();

  const [envelope] = await currentStore().envelopes.toArray();
  expect(envelope?.digest).toBe(digestOf(envelope?.body ?? ''));
  expect(responseInputSchema.parse(JSON.parse(envelope?.body ?? ''))).toMatchObject({
    ...{ surveyId: 3, edition: 2, hotelId: 7, hotelName: 'Harbour House', hotelAddress: '1 Quay' },
    ...{ respondentName: 'Rosa', respondentJobTitle: 'Concierge', notes: 'At the bar' },
    ...{ totalScore: 5, maxScore: 10, syncStatus: 'pending', clientId: envelope?.clientId },
    responseAnswers: [
      { questionId: 1, answerId: 11, textValue: null, score: 5 },
      { questionId: 3, answerId: null, textValue: 'A warm welcome', score: 0 },
    ],
  });
  expect(await currentStore().drafts.count()).toBe(0);
});

test('an interview that was left is resumed where it was, with its answers', async () => {
  const first = open('/interview/7');
  await begin(first.user);
  await first.user.keyboard('1{Enter}');
  await screen.findByText('Question 2 of 3');
  await screen.findByText('Saved on this device');
  first.router.history.push('/interview/7');
  await first.user.click(await whenPressable('Resume Interview with Rosa'));
  await screen.findByText('Question 2 of 3');
  await first.user.click(await whenPressable('Previous'));
  expect(await screen.findByRole('radio', { name: 'No' })).toBeChecked();
});

test('an interview that was resumed goes on from its latest time when the clock was set back', async () => {
  const first = open('/interview/7');
  await begin(first.user);
  await first.user.keyboard('1{Enter}');
  await screen.findByText('Question 2 of 3');
  await screen.findByText('Saved on this device');
  const [begun] = await currentStore().drafts.toArray();
  cleanup();
  const before = Date.now() + 86_400_000;
  await currentStore().drafts.update(begun!.clientId, { answeredAt: { 1: before } });
  const { user } = open('/interview/7');
  await user.click(await whenPressable('Resume Interview with Rosa'));
  await user.click(await screen.findByRole('checkbox', { name: 'To the room' }));
  await screen.findByText('Saved on this device');
  const draft = await currentStore().drafts.get(begun!.clientId);
  expect(draft?.answeredAt['2']).toBeGreaterThanOrEqual(before);
});

test('a question without an answer is gone to from where Complete names it', async () => {
  const { user } = open('/interview/7');
  await begin(user);
  await user.keyboard('2{Enter}');
  await screen.findByRole('heading', { name: 'Escorted?' });
  await user.click(nextButton());
  await user.type(screen.getByRole('textbox', { name: 'Anything else?' }), 'No');
  await user.click(await whenPressable('Complete'));
  await user.click(await screen.findByRole('link', { name: 'Escorted?' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('heading', { name: 'Escorted?' })).toHaveFocus();
  await whenPressable('Next');
  await user.keyboard('1{Enter}');
  await screen.findByRole('heading', { name: 'Anything else?' });
  await user.click(await whenPressable('Complete'));
  await waitFor(async () => expect(await currentStore().envelopes.count()).toBe(1));
});

test('Complete leads to a question whose waiver has ended while the interview was open', async () => {
  const endsAt = Date.now() + 3_600_000;
  const waiver = { key: 'id:1', reason: 'No lobby', validTo: '2026-05-01', beginsAt: moment };
  const waivers = [{ ...waiver, endsAt: new Date(endsAt).toISOString() }];
  await currentStore().cached.update('/api/hotels/7', { value: { ...hotel, waivers } });
  const { user } = open('/interview/7');
  await begin(user);
  await screen.findByText(/No lobby/);
  await user.click(nextButton());
  await user.click(await screen.findByRole('checkbox', { name: 'To the room' }));
  await user.click(await whenPressable('Next'));
  await user.type(await screen.findByRole('textbox', { name: 'Anything else?' }), 'No');
  vi.spyOn(Date, 'now').mockReturnValue(endsAt);
  await user.click(await whenPressable('Complete'));
  await screen.findByText('An answer is missing');
  expect(screen.getByRole('heading', { name: 'Greeted?' })).toBeVisible();
  expect(await currentStore().envelopes.count()).toBe(0);
});

test('completed on another device, it ends here and says so', async () => {
  const { user } = open('/interview/7');
  await begin(user);
  await user.keyboard('2');
  const [draft] = await currentStore().drafts.toArray();
  const elsewhere = { responseId: null, completedAt: moment, completedBy: 'Ana Ruiz' };
  await currentStore().drafts.update(draft!.clientId, { elsewhere });
  expect(
    await screen.findByText(/This interview was completed on another device on .* by Ana Ruiz\./),
  ).toBeVisible();
  expect(await currentStore().drafts.count()).toBe(0);
  expect(await currentStore().envelopes.toArray()).toEqual([
    expect.objectContaining({ state: 'elsewhere', elsewhere }),
  ]);
  await user.click(screen.getByRole('button', { name: 'Drop my answers' }));
  const sure = await screen.findByRole('dialog', { name: 'Drop my answers' });
  await user.click(within(sure).getByRole('button', { name: 'Drop my answers' }));
  expect(await screen.findByText(/stored as it was completed on the other device/)).toBeVisible();
  expect(await currentStore().envelopes.count()).toBe(0);
});

test('what could not be abandoned says so until somebody has read it', async () => {
  await currentStore().abandoned.put({
    ...{ clientId: 'offline_1_late', hotelId: 7, sessionId: 4, abandonedAt: 1 },
    respondentName: 'Rosa',
    elsewhere: { responseId: 5, completedAt: moment, completedBy: 'Ana Ruiz' },
  });
  const { user } = open('/interview/7');
  expect(await screen.findByText('The interview with Rosa was not abandoned')).toBeVisible();
  expect(screen.getByText(/completed on another device on .* by Ana Ruiz/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'OK' }));
  await waitFor(() => expect(screen.queryByText(/was not abandoned/)).toBeNull());
  expect(await currentStore().abandoned.count()).toBe(0);
});

test('starting anew asks, and gives the interview up', async () => {
  const { user } = open('/interview/7');
  await begin(user);
  await user.keyboard('1');
  await user.click(screen.getByRole('button', { name: 'Start New Interview' }));
  expect(
    await screen.findByText(
      'Are you sure you want to start a new interview? This will abandon the current progress.',
    ),
  ).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Abandon and start new' }));
  expect(await screen.findByText('Interview Setup')).toBeVisible();
  expect(screen.queryByText('Resume Interview')).toBeNull();
  expect(await currentStore().drafts.count()).toBe(0);
  expect(await currentStore().abandoned.count()).toBe(1);
});

test('a hotel that is not on this device says what it needs', async () => {
  open('/interview/8');
  expect(await screen.findByText('This hotel is not on this device yet')).toBeVisible();
});

test('what was completed or given up in another tab of this device is said to be so', async () => {
  const db = currentStore();
  // The device has never seen the server's list.
  await db.cached.delete('/api/interview-sessions/hotel/7');
  const about = { hotelName: 'H', surveyTitle: 'S', respondentName: 'R' };
  await db.envelopes.add({
    ...{ clientId: 'offline_1_done', body: '{}', digest: '', about, completedAt: 1 },
    ...{ state: 'needs-attention', reason: null, attempts: 0, nextAttemptAt: 0 },
  });
  await db.abandoned.add({
    ...{ clientId: 'offline_2_gone', hotelId: 7, sessionId: null, abandonedAt: 1 },
  });
  for (const [clientId, words] of [
    ['offline_1_done', 'It was completed in another tab of this device.'],
    ['offline_2_gone', 'It was abandoned in another tab of this device.'],
    ['offline_3_none', 'This interview is not on this device. Connect to resume it.'],
  ] as const) {
    open(`/interview/7?resume=${clientId}`);
    expect(await screen.findByText(words)).toBeVisible();
    cleanup();
  }
});

test('without a list of the server’s, set-up says that some may wait elsewhere', async () => {
  await currentStore().cached.delete('/api/interview-sessions/hotel/7');
  open('/interview/7');
  expect(
    await screen.findByText('Interviews begun elsewhere are not on this device'),
  ).toBeVisible();
  expect(await screen.findByRole('combobox', { name: 'Survey' })).toBeVisible();
});

test('an answer and notes beyond their limit keep every character, and are told with a count', async () => {
  const { user } = open('/interview/7');
  await begin(user);
  await user.keyboard('2{Enter}{Enter}');
  await screen.findByText('Question 3 of 3');
  const field = screen.getByRole('textbox', { name: 'Anything else?' });
  await user.click(field);
  await user.paste('x'.repeat(20_007));
  expect(field).toHaveValue('x'.repeat(20_007));
  expect(screen.getByText(/^20,007 of 20,000 characters.*shorten it by 7/)).toBeVisible();
  expect(screen.getByText('Not saved')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Complete' })).toBeDisabled();
  await user.keyboard('{Backspace>7/}');
  expect(screen.getByText('20,000 of 20,000 characters')).toBeVisible();
  await screen.findByText('Saved on this device');
  const notes = screen.getByLabelText('Interview Notes');
  await user.click(notes);
  await user.paste('n'.repeat(20_001));
  expect(notes).toHaveValue('n'.repeat(20_001));
  expect(screen.getByRole('button', { name: 'Complete' })).toBeDisabled();
  await user.keyboard('{Backspace}');
  expect(screen.getByRole('button', { name: 'Complete' })).toBeEnabled();
});

test('a respondent’s name beyond its limit is told with a count, and not cut', async () => {
  const { user } = open('/interview/7');
  const name = await screen.findByLabelText(/Respondent full name/);
  await user.click(name);
  await user.paste('R'.repeat(203));
  expect(name).toHaveValue('R'.repeat(203));
  expect(screen.getByText(/^203 of 200 characters/)).toBeVisible();
});

test.each(['abc', '0', '1.5'])('%s is no hotel', async (name) => {
  open(`/interview/${name}`);
  expect(await screen.findByText('Hotel not found')).toBeVisible();
});
