import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import { scopeOf } from '#domain/people/person.ts';
import { countHotels, type Board } from '#domain/workflow/board.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { countWords, formatNumber } from '#web/lib/format.ts';
import type { Reading } from '#web/offline/readings/cache.ts';
import { paths } from '#web/paths.ts';
import { FromDevice } from '#web/ui/notices/from-device.tsx';

type Props = {
  reading: Reading<Board> | undefined;
  /** False while the board has only the first cards of each stage. */
  isWhole: boolean;
  /** The board with the filters applied. Undefined while it loads. */
  shown: Board | undefined;
  failed: boolean;
  ofConsultant: boolean;
  /** Clears the filters. Undefined when none is set. */
  onClear: (() => void) | undefined;
};

/**
 * Shows the line below the title: how many hotels there are, or why there are none, and how old the
 * data is. Screen readers announce its changes.
 */
export function BoardLead(props: Props) {
  return (
    <div role="status">
      <Words {...props} />
    </div>
  );
}

function Words({ reading, isWhole, shown, failed, ofConsultant, onClear }: Props) {
  if (!reading && failed) return 'Nothing is shown, and nothing was changed.';
  if (!reading || !shown) return 'Loading workflow data...';
  if (!isWhole) return `${countWords(countHotels(reading.value), 'hotel')}. Loading the rest...`;
  const count = reading.value.hotels.length;
  return (
    <>
      {count > 0 && !onClear && `${countWords(count, 'hotel')} `}
      {count > 0 && onClear && (
        <>
          {`${formatNumber(shown.hotels.length)} of ${countWords(count, 'hotel')}. `}
          <Anchor component="button" onClick={onClear}>
            Clear filters
          </Anchor>{' '}
        </>
      )}
      {count === 0 && (ofConsultant ? 'This consultant has no hotels.' : <NoHotels />)}
      {reading.isCached && <FromDevice savedAt={reading.savedAt} />}
    </>
  );
}

function NoHotels() {
  const person = useCurrentUser();
  if (scopeOf(person).kind === 'assigned')
    return 'No hotels are assigned to you yet. An administrator assigns them.';
  return (
    <>
      There are no hotels yet.{' '}
      <Anchor component={Link} to={paths.hotels} underline="always">
        Add the first one
      </Anchor>
    </>
  );
}
