import { Menu, Pagination, Skeleton, Table, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

import type { ResultRow, ResultsPage } from '#domain/results/results.ts';
import { briefCauses } from '#domain/scoring/verdict-in-words.ts';
import { formatDate, formatNumber } from '#web/lib/format.ts';
import { hotelPath } from '#web/paths.ts';
import { BeforeAppeal } from '#web/ui/responses/before-appeal.tsx';
import { notCountedInWords } from '#web/ui/notices/not-counted.tsx';
import { DeleteItem, MoreMenu } from '#web/ui/more-menu.tsx';
import { Score, VerdictBadge } from '#web/ui/charts/score.tsx';
import { ariaSort, SortButton } from '#web/ui/sort-button.tsx';
import { useDeleteResponse } from './delete-response.ts';
import { interviewTime } from './interview-time.ts';
import { NoResponses } from './no-responses.tsx';
import { pageSize } from './read-results.ts';
import { NothingToReview, ReviewFlags } from './review-flags.tsx';
import classes from './responses-table.module.css';
import type { ChangeResultsView, ResultsView } from './results-view.ts';
import { sortWords } from './say-page.tsx';
import { useLastPage } from './use-last-page.ts';

type Props = {
  /** Undefined while it loads. */
  page: ResultsPage | undefined;
  view: ResultsView;
  byConsultant: boolean;
  onChange: ChangeResultsView;
};

/** Shows the filtered responses in pages. A press on a respondent opens the details. */
export function ResponsesTable({ page: arrived, view, byConsultant, onChange }: Props) {
  const remove = useDeleteResponse();
  const isPast = useLastPage({
    held: arrived?.rows.length ?? 0,
    total: arrived?.total ?? 0,
    pageSize,
    turn: (last) => onChange({ page: last === 1 ? undefined : last }, { replace: true }),
  });
  const page = isPast ? undefined : arrived;
  if (page?.total === 0 && view.review) return <NothingToReview />;
  if (page?.total === 0) return <NoResponses />;
  return (
    <>
      <div className={classes.frame}>
        <Table highlightOnHover layout="fixed" className={classes.table ?? ''}>
          <Head view={view} byConsultant={byConsultant} onChange={onChange} />
          <Table.Tbody>
            {page
              ? page.rows.map((row) => (
                  <Row
                    key={row.id}
                    row={row}
                    category={view.category}
                    byConsultant={byConsultant}
                    remove={remove}
                    onChange={onChange}
                  />
                ))
              : Array.from({ length: 8 }, (_, index) => (
                  <Waiting key={index} columns={byConsultant ? 9 : 8} />
                ))}
          </Table.Tbody>
        </Table>
      </div>
      {page && <Foot page={page} view={view} onChange={onChange} />}
    </>
  );
}

function Head({ view, byConsultant, onChange }: Omit<Props, 'page'>) {
  const sortable = (sort: ResultsView['sort'], width = 'auto') => (
    <Table.Th
      aria-sort={ariaSort(view, sort)}
      w={width}
      ta={sort === 'percent' || sort === 'duration' ? 'right' : 'left'}
    >
      <SortButton
        sort={sort}
        label={sortWords[sort]}
        order={view}
        first="desc"
        onSort={(order) => onChange({ ...order, page: undefined })}
      />
    </Table.Th>
  );
  return (
    <Table.Thead>
      <Table.Tr>
        {sortable('completedAt', '8rem')}
        {sortable('hotelName', '14rem')}
        {sortable('surveyTitle')}
        {sortable('respondentName')}
        {byConsultant && <Table.Th className={classes.unsorted}>Service Consultant</Table.Th>}
        {sortable('duration', '7.5rem')}
        {sortable('percent', '7rem')}
        <Table.Th w="10rem" className={classes.unsorted}>
          Result
        </Table.Th>
        <Table.Th w="4.5rem" className={classes.unsorted}>
          <VisuallyHidden>Actions</VisuallyHidden>
        </Table.Th>
      </Table.Tr>
    </Table.Thead>
  );
}

type RowProps = {
  row: ResultRow;
  category: ResultsView['category'];
  byConsultant: boolean;
  remove: ReturnType<typeof useDeleteResponse>;
  onChange: ChangeResultsView;
};

function Row({ row, category, byConsultant, remove, onChange }: RowProps) {
  const name = `the response of ${row.respondentName}`;
  const open = () => onChange({ response: row.id });
  const causes = briefCauses(row.causes).join(', ');
  return (
    <Table.Tr>
      <Table.Td className={classes.date}>{formatDate(row.completedAt)}</Table.Td>
      <Table.Td className={classes.hotel}>
        <HotelOf row={row} />
        <div className={classes.second}>{row.hotelBrand}</div>
        <ReviewFlags response={row} />
      </Table.Td>
      <Table.Td className={classes.survey}>{row.surveyTitle}</Table.Td>
      <Table.Td className={classes.respondent}>
        <UnstyledButton
          className={classes.open ?? ''}
          aria-label={`Details of ${name} at ${row.hotelName}`}
          onClick={open}
        >
          {row.respondentName}
        </UnstyledButton>
        <div className={classes.second}>{row.respondentJobTitle}</div>
      </Table.Td>
      {byConsultant && (
        <Table.Td className={classes.consultant}>{row.consultantName ?? 'Not assigned'}</Table.Td>
      )}
      <Table.Td ta="right" className={classes.duration}>
        {interviewTime(row)}
      </Table.Td>
      <Table.Td ta="right" className={classes.score}>
        <Score percent={row.percent} verdict={row.verdict} bare />
        <BeforeAppeal response={row} />
        <div className={classes.second}>
          {formatNumber(row.totalScore)} of {formatNumber(row.maxScore)}
        </div>
        {category && (
          <div className={classes.second}>
            {category.replace('The Right ', '')} <Score percent={row.categoryPercent} />
          </div>
        )}
      </Table.Td>
      <Table.Td className={classes.result}>
        <VerdictBadge verdict={row.verdict} />
        {causes && <div className={classes.second}>{causes}</div>}
        {row.corrected && <div className={classes.second}>Corrected</div>}
      </Table.Td>
      <Table.Td ta="right" className={classes.actions}>
        <MoreMenu label={`More for ${name}`} isBusy={remove.isDeleting(row.id)}>
          <Menu.Item
            leftSection={<IconListDetails size={18} stroke={1.6} aria-hidden />}
            onClick={open}
          >
            Details
          </Menu.Item>
          <DeleteItem onClick={() => void remove.ask(row)} />
        </MoreMenu>
      </Table.Td>
    </Table.Tr>
  );
}

/** Links to the hotel's page. A deleted hotel has no page. */
function HotelOf({ row: { hotelId, hotelName } }: { row: ResultRow }) {
  const name = hotelName || 'Deleted hotel';
  if (hotelId === null) return name;
  return (
    <Link to={hotelPath(hotelId)} className={classes.open} preload={false}>
      {name}
    </Link>
  );
}

function Waiting({ columns }: { columns: number }) {
  return (
    <Table.Tr>
      <Table.Td colSpan={columns} className={classes.waiting}>
        <Skeleton height="100%" />
      </Table.Td>
    </Table.Tr>
  );
}

function Foot({
  page,
  view,
  onChange,
}: {
  page: ResultsPage;
  view: ResultsView;
  onChange: ChangeResultsView;
}) {
  const first = (view.page - 1) * pageSize + 1;
  const last = Math.min(view.page * pageSize, page.total);
  return (
    <div className={classes.foot}>
      <span>
        {formatNumber(first)}–{formatNumber(last)} of {formatNumber(page.total)}
        {notCountedInWords(page.notCounted)}
      </span>
      <Pagination
        total={Math.ceil(page.total / pageSize)}
        value={view.page}
        onChange={(next) => onChange({ page: next === 1 ? undefined : next })}
        getControlProps={(control) => ({ 'aria-label': `${control} page` })}
        size="sm"
      />
    </div>
  );
}
