import { Button } from '@mantine/core';
import { IconDeviceTablet, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';

import type { ReturnedResponse } from '#domain/rounds/returned.ts';
import { detailOf, OfflineError } from '#web/lib/api.ts';
import { countWords, formatDate } from '#web/lib/format.ts';
import {
  openReturned,
  useReturned,
  type ReturnedHere,
} from '#web/offline/readings/returned-reading.ts';
import { NotApplied } from '#web/ui/notices/not-applied.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { toast } from '#web/ui/notices/toast.ts';
import { usePressGuard } from '#web/ui/use-press-guard.ts';

import classes from './returned-to-you.module.css';

type Props = {
  hotelId: number;
  /** Opens the correction with this client id. */
  onOpen: (clientId: string) => void;
};

/**
 * Shows the hotel's responses that a reviewer returned to the person, and what became of corrections that were
 * not applied. Renders nothing when there is neither.
 */
export function ReturnedToYou({ hotelId, onOpen }: Props) {
  const returned = useReturned(hotelId) ?? [];
  return (
    <>
      <NotApplied />
      {returned.length > 0 && (
        <Panel title="Returned to you" lead="A reviewer asks you to correct these responses.">
          {returned.map((one) => (
            <Returned key={one.response.clientId} {...one} onOpen={onOpen} />
          ))}
        </Panel>
      )}
    </>
  );
}

function Returned({ response, state, onOpen }: ReturnedHere & Pick<Props, 'onOpen'>) {
  const { respondentName, respondentJobTitle, hotelName, surveyTitle } = response;
  const { returnedBy, returnedAt, reviewRemarks } = response;
  const open = reviewRemarks.filter(({ resolvedAt }) => resolvedAt === null).length;
  return (
    <div className={classes.row}>
      <div className={classes.words}>
        <p>
          <strong>{respondentName}</strong>, {respondentJobTitle}
        </p>
        <p className={classes.soft}>
          {hotelName} · {surveyTitle}
        </p>
        <p className={classes.soft}>
          Returned by {returnedBy} on {formatDate(returnedAt)} · {countWords(open, 'remark')}
        </p>
        {state === 'waiting' && (
          <StatusBadge tone="warn" icon={<IconDeviceTablet size={14} aria-hidden />}>
            Corrected, waiting to be sent
          </StatusBadge>
        )}
      </div>
      {state === 'none' && <Correct response={response} onOpen={onOpen} />}
    </div>
  );
}

type CorrectProps = Pick<Props, 'onOpen'> & { response: ReturnedResponse };

function Correct({ response, onOpen }: CorrectProps) {
  const [isOpening, setOpening] = useState(false);
  const guard = usePressGuard('correct');
  const open = async () => {
    setOpening(true);
    try {
      onOpen(await openReturned(response));
    } catch (error) {
      toast.error('Failed to open response', whyNot(error));
      setOpening(false);
    }
  };
  return (
    <Button
      {...guard}
      size="lg"
      loading={isOpening}
      leftSection={<IconPencil size={18} aria-hidden />}
      aria-label={`Correct the response of ${response.respondentName}`}
      onClick={() => void open()}
    >
      Correct
    </Button>
  );
}

function whyNot(error: unknown): string {
  return error instanceof OfflineError
    ? 'Its survey is not on this device yet. Connect once to fetch it.'
    : detailOf(error);
}
