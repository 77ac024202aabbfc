import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { isReversed, reversedWords } from '#domain/reversed-range.ts';
import { dateRanges } from '#domain/results/results.ts';
import { useAddress } from '#web/lib/address.ts';
import { choicesQuery } from '#web/offline/readings/choices-reading.ts';
import { ClearFilters } from '#web/ui/filters/clear-filters.tsx';
import { Empty } from '#web/ui/notices/empty.tsx';
import { StartInterviewButton } from '#web/ui/start-interview-button.tsx';
import { isNarrowed, nothingChosen, resultsViewSchema } from './results-view.ts';

const longest = Math.max(...dateRanges);

const title = 'No responses found';

/**
 * Shows that no response was found, and offers the first thing that helps: days in the right order, fewer
 * filters, a longer range, then an interview.
 */
export function NoResponses() {
  const [view, change] = useAddress(resultsViewSchema);
  // The choices contain only surveys that have responses.
  const { data: choices, isPending } = useQuery(choicesQuery);
  const choose = (changes: Parameters<typeof change>[0]) => change({ ...changes, page: undefined });
  if (view.range === 'custom' && isReversed(view))
    return <Empty title={title} text={`${reversedWords}. Change one of the two days.`} />;
  if (isNarrowed(view))
    return (
      <Empty
        title={title}
        text="Clear the filters, or choose a longer range."
        action={<ClearFilters variant="default" onClear={() => choose(nothingChosen)} />}
      />
    );
  // Until it is known whether a longer range can help, offer nothing. The text and the button would be replaced by
  // others, of another width, while somebody reads them or presses.
  if (isPending) return <Empty title={title} />;
  if (view.range !== String(longest) && choices?.surveys.length !== 0)
    return (
      <Empty
        title={title}
        text="Choose a longer range."
        action={
          <Button
            variant="default"
            onClick={() => choose({ range: longest, from: undefined, to: undefined })}
          >
            Show the last {longest} days
          </Button>
        }
      />
    );
  return (
    <Empty
      title={title}
      text="Every completed interview counts here."
      action={<StartInterviewButton />}
    />
  );
}
