import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import type { ExitMeeting, Person } from '#domain/people/person.ts';
import { currentUser } from '#web/lib/current-user.ts';
import type { InterviewHere } from '#web/offline/drafts/findings-here.ts';
import { dueDaysOf, useExitSettings } from './exit-settings.ts';
import { freezePlan } from './freeze-plan.ts';
import { MadeFrom } from './made-from.tsx';
import { newPlan } from './new-plan.ts';

/** Tests how an exit meeting follows the settings of the installation, which the device keeps. */

const asa: Person = {
  ...{ id: 7, name: 'Asa Assessor', email: 'asa@hotel.example', mustChangePassword: false },
  role: { id: 2, name: 'Assessor', permissions: [] },
};
const settings: ExitMeeting = {
  ...{ showsScore: true, actionDays: 5, criticalActionDays: 1, timeZone: 'Pacific/Auckland' },
};
const interview: InterviewHere = {
  ...{ respondentName: 'Rosa', respondentJobTitle: 'Porter', surveyTitle: 'Arrival' },
  ...{ completedAt: '2026-03-12T10:00:00.000Z', percent: 84, verdict: 'Needs Review' },
  ...{ why: 'Needs Review: 84%, but FO-012 (critical) failed', from: 'server', findings: [] },
};
const finding = {
  ...{
    key: 'code:FO-012',
    surveyId: 3,
    questionText: 'Is it clean?',
    severity: 'critical' as const,
  },
  said: [],
} as const;

function show(set: ExitMeeting | undefined, unseen = 0) {
  currentUser.set({ ...asa, ...(set && { exitMeeting: set }) });
  return render(
    <MantineProvider>
      <MadeFrom interviews={[interview]} unread={0} unseen={unseen} isRoundKnown />
    </MantineProvider>,
  );
}

test('the score and its causes are shown, also of an interview of another device', () => {
  show(settings);
  expect(screen.getByRole('heading', { name: 'Score' })).toBeInTheDocument();
  expect(screen.getAllByText(/^84/).length).toBeGreaterThan(0);
  expect(screen.getByText(interview.why!)).toBeInTheDocument();
});

test('an installation hides the score and its causes, and the interviews stay', () => {
  show({ ...settings, showsScore: false });
  expect(screen.getByRole('heading', { name: 'Interviews' })).toBeInTheDocument();
  expect(screen.getByText('Rosa')).toBeInTheDocument();
  expect(screen.queryByText(/84|Review/)).toBeNull();
});

test('the plan keeps that the score was hidden, for its print', () => {
  const plan = newPlan({ hotelId: 1, hotelName: 'Harbour House', kind: 'onsite' });
  const frozen = (showsScore: boolean) =>
    freezePlan(plan, {
      ...{ interviews: [interview], findings: [{ ...finding, said: [] }], showsScore },
      ...{ signatures: { assessor: undefined, hotel: undefined }, line: 80, by: 'Asa', now: 0 },
      due: { critical: '2026-03-13', other: '2026-03-19' },
    });
  expect(frozen(false).agreed.hidesScore).toBe(true);
  expect(frozen(true).agreed.hidesScore).toBeUndefined();
  expect(frozen(true).input.items[0]?.dueOn).toBe('2026-03-13');
});

test.each([
  [1, '1 other interview of this round is not on this device.'],
  [3, '3 other interviews of this round are not on this device.'],
])('says that %d interviews are elsewhere', (unseen, words) => {
  show(settings, unseen);
  expect(screen.getByText(words)).toBeInTheDocument();
});

test('nothing is said where every interview is here', () => {
  show(settings);
  expect(screen.queryByText(/not on this device/)).toBeNull();
});

test('due days follow the settings and the time zone of the installation', () => {
  // In Auckland it is Friday, 13 March.
  const begun = Date.parse('2026-03-12T12:00:00Z');
  expect(dueDaysOf(settings, begun)).toEqual({ critical: '2026-03-16', other: '2026-03-20' });
  expect(dueDaysOf({ ...settings, timeZone: 'UTC' }, begun)).toEqual({
    ...{ critical: '2026-03-13', other: '2026-03-19' },
  });
});

test('a device that has no settings yet takes the defaults', () => {
  currentUser.set(asa);
  function Shown() {
    const { showsScore, actionDays, criticalActionDays } = useExitSettings();
    return <p>{JSON.stringify([showsScore, actionDays, criticalActionDays])}</p>;
  }
  render(<Shown />);
  expect(screen.getByText('[true,14,3]')).toBeInTheDocument();
});
