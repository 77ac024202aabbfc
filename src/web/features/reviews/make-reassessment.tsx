import { Button } from '@mantine/core';
import { IconArrowRight, IconRepeat } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

import { can } from '#domain/people/person.ts';
import type { RoundReview } from '#domain/rounds/review.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { useIsOnline } from '#web/offline/sync-status.ts';
import { roundPath } from '#web/paths.ts';
import { Acts } from './acts.tsx';
import { useMakeReassessment } from './read-round.ts';

/**
 * Makes the round that asks again what failed in an approved one, or links to it. Shows nothing where
 * nothing failed, and once the cycle has ended.
 */
export function MakeReassessment({ round }: { round: RoundReview }) {
  const person = useCurrentUser();
  const isOnline = useIsOnline();
  const { id, hotelId, cycleEndedAt, interviews, reassessmentId } = round;
  const { mutate, isPending } = useMakeReassessment(id);
  if (reassessmentId !== null)
    return (
      <Button
        variant="default"
        rightSection={<IconArrowRight size={18} aria-hidden />}
        renderRoot={(root) => (
          <Link {...root} to={roundPath(hotelId, reassessmentId)} preload={false} />
        )}
      >
        Re-assessment
      </Button>
    );
  const hasFailed = interviews.some(({ answers }) => answers.some(({ isFinding }) => isFinding));
  if (cycleEndedAt !== null || !hasFailed || !can(person, 'rounds.plan')) return null;
  return (
    <Acts isOnline={isOnline} what="Making a re-assessment">
      <Button
        leftSection={<IconRepeat size={18} aria-hidden />}
        disabled={!isOnline}
        loading={isPending}
        onClick={() => mutate()}
      >
        Make re-assessment
      </Button>
    </Acts>
  );
}
