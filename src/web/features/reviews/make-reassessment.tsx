import { Button } from '@mantine/core';
import { IconArrowRight, IconRepeat } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { can } from '#domain/people/person.ts';
import type { RoundReview } from '#domain/rounds/review.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { useIsOnline } from '#web/offline/sync/sync-status.ts';
import { roundPath } from '#web/paths.ts';
import { focusOn } from '#web/ui/focus-on.ts';
import { Acts } from './acts.tsx';
import { useMakeReassessment } from './read-round.ts';

/**
 * Shows the button that makes a re-assessment of what failed in an approved round, or a link to the
 * existing one. Shows nothing if nothing failed, or if the cycle ended without a re-assessment.
 */
export function MakeReassessment({ round }: { round: RoundReview }) {
  const person = useCurrentUser();
  const isOnline = useIsOnline();
  const { id, hotelId, cycleEndedAt, interviews, reassessmentId } = round;
  const [wasMade, setMade] = useState(false);
  const { mutate, isPending } = useMakeReassessment(id);
  if (reassessmentId !== null)
    return (
      <Button
        variant="default"
        ref={wasMade ? focusOn : null}
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
        onClick={() => mutate(undefined, { onSuccess: () => setMade(true) })}
      >
        Make re-assessment
      </Button>
    </Acts>
  );
}
