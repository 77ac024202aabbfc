import { Anchor, Skeleton } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { useAddress } from '#web/lib/address.ts';
import { actionCountsQuery, actionPagesQuery } from '#web/offline/readings/actions-reading.ts';
import { paths } from '#web/paths.ts';
import { ActionDialog } from '#web/ui/actions/action-dialog.tsx';
import { ActionList } from '#web/ui/actions/action-list.tsx';
import { countsInWords } from '#web/ui/actions/action-words.ts';
import { Empty } from '#web/ui/notices/empty.tsx';
import { LoadError } from '#web/ui/notices/load-error.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { ShowMore } from '#web/ui/show-more.tsx';
import { hotelPageSchema } from './hotel-page-view.ts';

/** Shows the hotel's open actions, the earliest due first, and links to all of them. */
export function ActionsTab({ hotelId }: { hotelId: number }) {
  const [{ action }, change] = useAddress(hotelPageSchema);
  const filter = { hotelId, show: 'open' } as const;
  const counts = useQuery(actionCountsQuery(filter)).data?.value;
  const { data, error, refetch, ...more } = useInfiniteQuery(actionPagesQuery(filter));
  const actions = data?.pages.flatMap(({ value }) => value.actions);
  return (
    <Panel
      title="Actions"
      lead={counts && counts.open > 0 && countsInWords(counts)}
      actions={<All hotelId={hotelId} />}
      padding="none"
    >
      {!actions && !error && <Skeleton height={220} />}
      {!actions && error && (
        <LoadError
          title="The actions could not be loaded"
          offline="The actions need a connection"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {actions?.length === 0 && (
        <Empty
          title="No open actions"
          text="Every action of this hotel is closed, or none was made."
        />
      )}
      {actions && actions.length > 0 && <ActionList actions={actions} ofOneHotel />}
      <ShowMore pages={more} what="actions" hasEdge />
      <ActionDialog id={action} onClose={() => change({ action: undefined })} />
    </Panel>
  );
}

function All({ hotelId }: { hotelId: number }) {
  return (
    <Anchor
      renderRoot={(props) => (
        <Link {...props} to={paths.actions} search={{ hotel: hotelId, show: 'all' }} />
      )}
    >
      View in Actions
    </Anchor>
  );
}
