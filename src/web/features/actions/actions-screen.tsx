import { Button, Skeleton } from '@mantine/core';
import { IconChecklist } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';

import { mostActionsAtOnce, type ActionRow } from '#domain/actions/action.ts';
import { can } from '#domain/people/person.ts';
import { useAddress } from '#web/lib/address.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useChosen, type Choosing } from '#web/lib/use-chosen.ts';
import {
  actionCountsQuery,
  actionPagesQuery,
  type ActionFilter,
} from '#web/offline/readings/actions-reading.ts';
import { useIsOnline } from '#web/offline/sync/sync-status.ts';
import { ActionDialog } from '#web/ui/actions/action-dialog.tsx';
import { ActionList } from '#web/ui/actions/action-list.tsx';
import { countsInWords } from '#web/ui/actions/action-words.ts';
import { ChosenBar } from '#web/ui/choosing/chosen-bar.tsx';
import { goTo } from '#web/ui/focus-on.ts';
import { Empty } from '#web/ui/notices/empty.tsx';
import { FromDevice } from '#web/ui/notices/from-device.tsx';
import { LoadError } from '#web/ui/notices/load-error.tsx';
import { NoMatch } from '#web/ui/filters/no-match.tsx';
import { Page } from '#web/ui/page.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Say } from '#web/ui/notices/say.tsx';
import { ShowMore } from '#web/ui/show-more.tsx';
import { ActionsFilters } from './actions-filters.tsx';
import classes from './actions-screen.module.css';
import {
  actionsViewSchema,
  filterOf,
  isFiltered,
  noFilters,
  type ActionsView,
  type ChangeView,
} from './actions-view.ts';
import { SetDue } from './set-due.tsx';
import { SetOwner } from './set-owner.tsx';

/** Shows the actions of hotels about their findings: who does what, and until when. */
export function ActionsScreen() {
  const [view, change] = useAddress(actionsViewSchema);
  const filter = filterOf(view);
  const counts = useQuery({ ...actionCountsQuery(filter), placeholderData: keepPreviousData }).data
    ?.value;
  const pages = useInfiniteQuery(actionPagesQuery(filter));
  const [first] = pages.data?.pages ?? [];
  const words = counts && view.show !== 'closed' ? countsInWords(counts) : undefined;
  return (
    <Page
      title="Actions"
      lead={
        <>
          {words ?? 'What hotels do about findings.'}{' '}
          {first?.isCached && <FromDevice savedAt={first.savedAt} />}
        </>
      }
    >
      {counts?.exist !== false && <ActionsFilters view={view} onChange={change} />}
      {words !== undefined && !pages.isPlaceholderData && <Say words={words} />}
      <Found {...{ view, filter }} onChange={change} />
      <ActionDialog id={view.action} onClose={() => change({ action: undefined })} />
    </Page>
  );
}

type Props = { view: ActionsView; filter: ActionFilter; onChange: ChangeView };

function Found({ view, filter, onChange }: Props) {
  const mayWrite = can(useCurrentUser(), 'actions.write');
  const { data, error, refetch, ...more } = useInfiniteQuery(actionPagesQuery(filter));
  const { chooseNone, ...choosing } = useChosen(filter);
  const list = useRef<HTMLTableElement>(null);
  // The bar goes, and with it the button that has the focus. A keyboard continues at the list.
  const endChoice = () => {
    chooseNone();
    goTo(list.current);
  };
  const actions = data?.pages.flatMap(({ value }) => value.actions);
  if (!actions)
    return error ? <NotLoaded error={error} onRetry={() => void refetch()} /> : <Waiting />;
  if (actions.length === 0) return <Nothing view={view} onChange={onChange} />;
  const chosenRows = actions.filter(({ id }) => choosing.chosen.has(id));
  return (
    <>
      <Panel padding="none">
        <ActionList ref={list} actions={actions} {...(mayWrite && { choosing })} />
        <ShowMore pages={more} what="actions" hasEdge />
      </Panel>
      {chosenRows.length > 0 && (
        <Chosen
          {...{ view, filter, onChange }}
          chosen={chosenRows}
          onChoose={choosing.onChoose}
          onDone={endChoice}
        />
      )}
    </>
  );
}

type ChosenProps = Props & {
  chosen: readonly ActionRow[];
  onChoose: Choosing['onChoose'];
  onDone: () => void;
};

/** Shows what can be done with the chosen actions, and chooses all that the filter finds. */
function Chosen({ view, filter, chosen, onChoose, onDone }: ChosenProps) {
  const pages = useInfiniteQuery(actionPagesQuery(filter));
  const open = useQuery(actionCountsQuery(filter)).data?.value.open ?? 0;
  const isOnline = useIsOnline();
  const most = Math.min(open, mostActionsAtOnce);
  const isTooMany = chosen.length > mostActionsAtOnce;
  const chooseAll = async () => {
    let read: Pick<typeof pages, 'data' | 'hasNextPage'> = pages;
    const ids = () => read.data?.pages.flatMap(({ value }) => value.actions.map(({ id }) => id));
    while (read.hasNextPage && (ids()?.length ?? 0) < most) {
      const next = await pages.fetchNextPage();
      if (next.isError) return;
      read = next;
    }
    onChoose(ids()?.slice(0, most) ?? [], true);
  };
  return (
    <ChosenBar
      count={chosen.length}
      one="action"
      most={mostActionsAtOnce}
      {...(view.show === 'open' &&
        isOnline &&
        chosen.length < most && {
          onAll: () => void chooseAll(),
          all: most < open ? `the first ${formatNumber(most)}` : `all ${formatNumber(open)}`,
        })}
      onNone={onDone}
    >
      <SetDue {...{ chosen, isTooMany, onDone }} />
      <SetOwner {...{ chosen, isTooMany, onDone }} />
    </ChosenBar>
  );
}

function Nothing({ view, onChange }: Pick<Props, 'view' | 'onChange'>) {
  const counts = useQuery(actionCountsQuery(filterOf(view))).data?.value;
  const icon = <IconChecklist size={26} stroke={1.5} aria-hidden />;
  if (counts?.exist === false)
    return (
      <Empty
        icon={icon}
        title="No actions"
        text="They are made from findings when a round is approved."
      />
    );
  if (isFiltered(view)) return <NoMatch what="actions" onClear={() => onChange(noFilters)} />;
  return (
    <Empty
      icon={icon}
      title="No open actions"
      text="Everything that was found is verified or closed."
      action={
        <Button variant="default" onClick={() => onChange({ show: 'closed' })}>
          Show closed actions
        </Button>
      }
    />
  );
}

function NotLoaded({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <LoadError
      title="The actions could not be loaded"
      offline="These actions need a connection"
      error={error}
      onRetry={onRetry}
    />
  );
}

function Waiting() {
  return (
    <Panel padding="none">
      <Say words="Loading…" />
      <div className={classes.waiting} aria-hidden>
        {Array.from({ length: 12 }, (_, index) => (
          <Skeleton key={index} height={30} />
        ))}
      </div>
    </Panel>
  );
}
