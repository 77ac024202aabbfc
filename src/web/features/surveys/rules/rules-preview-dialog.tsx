import { Anchor, Button, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';

import { plural } from '#domain/plural.ts';
import { rulesPreviewSchema, type RulesPreview } from '#domain/surveys/rules-preview.ts';
import { fullRules } from '#domain/surveys/survey-rules.ts';
import { call } from '#web/lib/api.ts';
import { countWords, formatChange, formatNumber, formatPercent } from '#web/lib/format.ts';
import { hotelPath } from '#web/paths.ts';
import { DialogFoot } from '#web/ui/dialogs/dialog-foot.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Empty } from '#web/ui/notices/empty.tsx';
import { LoadError } from '#web/ui/notices/load-error.tsx';
import { Say } from '#web/ui/notices/say.tsx';
import { ScrollingTable } from '#web/ui/scrolling-table.tsx';
import { RulesPreviewBands } from './rules-preview-bands.tsx';
import classes from './rules-preview-dialog.module.css';
import type { TriedRules } from './rules-preview.tsx';

type Tried = { draft: TriedRules; turn: number };
type Props = { surveyId: number; tried: Tried; isOpen: boolean; onClose: () => void };

const days = 365;

/** Shows how last year's responses would be judged by changed rules. It changes nothing. */
export function RulesPreviewDialog({ surveyId, tried, isOpen, onClose }: Props) {
  const isPhone = useMediaQuery('(max-width: 47.99em)');
  return (
    <Dialog
      opened={isOpen}
      onClose={onClose}
      title="What this would change"
      size="xl"
      fullScreen={isPhone}
    >
      <Tried surveyId={surveyId} tried={tried} />
      <DialogFoot>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

function Tried({ surveyId, tried }: { surveyId: number; tried: Tried }) {
  const { draft, turn } = tried;
  const path = `/api/surveys/${surveyId}/rules-preview`;
  const { data, error, isFetching, refetch } = useQuery({
    // The key is not the address, because a change of the survey reads every query again whose key begins with
    // it.
    queryKey: ['rules-preview', surveyId, turn],
    gcTime: 0,
    queryFn: ({ signal }) =>
      call({ method: 'POST', path, body: { ...draft, days }, schema: rulesPreviewSchema, signal }),
  });
  if (isFetching) return <Waiting />;
  if (error)
    return (
      <LoadError
        title="These rules could not be tried"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return null;
  if (data.reached === 0) return <Nothing total={data.total} onRetry={() => void refetch()} />;
  return <Found found={data} line={draft.rules && fullRules(draft.rules).passLine} />;
}

function Waiting() {
  return (
    <>
      <Say words="Trying these rules on past responses" />
      <p className={classes.lead}>Trying these rules on past responses…</p>
      <p className={classes.more}>With very many responses it takes up to ten seconds.</p>
      <Skeleton height={248} mt="md" />
    </>
  );
}

function Nothing({ total, onRetry }: { total: number; onRetry: () => void }) {
  if (total === 0)
    return (
      <Empty
        title="No responses yet"
        text={`Nobody answered this survey in the last ${days} days, so there is nothing to try the rules on.`}
      />
    );
  return (
    <Empty
      title="The server was too busy"
      text={`None of ${countWords(total, 'response')} could be scored again in ten seconds.`}
      action={
        <Button variant="default" onClick={onRetry}>
          Retry
        </Button>
      }
    />
  );
}

function Found({ found, line }: { found: RulesPreview; line: number | undefined }) {
  const { responses, hotels, bands, categories } = found;
  const moved = categories.filter(({ before, after }) => before !== after);
  return (
    <>
      <Say words={hotelWords(hotels)} />
      <p className={classes.lead}>{hotelWords(hotels)}</p>
      <p className={classes.more}>
        {responseWords(responses)} {reachedWords(found)}
      </p>
      <RulesPreviewBands bands={bands} line={line} />
      {moved.length > 0 && (
        <ul className={classes.categories}>
          {moved.map(({ category, before, after }) => (
            <li key={category}>
              {category}: {formatPercent(before)} would be {formatPercent(after)}
              {before !== null && after !== null && ` (${formatChange(after - before)})`}
            </li>
          ))}
        </ul>
      )}
      {hotels.turned.length > 0 && (
        <ScrollingTable
          name="Hotels whose verdict turns"
          headings={['Hotel', 'Verdict']}
          maxHeight="16rem"
          more={hotels.toReview + hotels.toPass - hotels.turned.length}
        >
          {hotels.turned.map(({ hotelId, hotelName, passes }) => (
            <tr key={hotelId}>
              <td>
                {/* The link opens a new tab, because the rules in the form behind this dialog are not saved yet. */}
                <Anchor href={hotelPath(hotelId)} target="_blank" inherit>
                  {hotelName}
                </Anchor>
              </td>
              <td>{passes ? 'Would pass' : 'Would need review'}</td>
            </tr>
          ))}
        </ScrollingTable>
      )}
    </>
  );
}

/** Returns for example "14 of 212 hotels that passed would need review; 3 the other way." */
function hotelWords({ passed, toReview, toPass }: RulesPreview['hotels']): string {
  const { before } = passed;
  const noHotel = `No hotel’s verdict turns. ${countWords(before, 'hotel')} ${plural(before, 'passes', 'pass')}.`;
  if (toReview === 0 && toPass === 0) return noHotel;
  const hotels = plural(before, 'hotel that passed', 'hotels that passed');
  return `${formatNumber(toReview)} of ${formatNumber(before)} ${hotels} would need review; ${formatNumber(toPass)} the other way.`;
}

function responseWords({ passed, toReview, toPass }: RulesPreview['responses']): string {
  return `Of ${countWords(passed.before, 'response')} that passed, ${formatNumber(toReview)} would need review; ${formatNumber(toPass)} the other way.`;
}

function reachedWords({ reached, total }: RulesPreview): string {
  return reached < total
    ? `Tried on the latest ${formatNumber(reached)} of ${countWords(total, 'response')} of the last ${days} days. The older ones were not reached.`
    : `Tried on ${total === 1 ? 'the only response' : `all ${countWords(total, 'response')}`} of the last ${days} days.`;
}
