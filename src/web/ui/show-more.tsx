import { Button } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';

import classes from './show-more.module.css';

type Props = {
  pages: Pick<
    UseInfiniteQueryResult,
    'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
  >;
  /** What the list shows, as in "The next actions could not be loaded". */
  what: string;
  label?: string;
  /** True below a list that reaches the edges of its panel. */
  hasEdge?: boolean;
};

/** Shows, below a list, a button that shows the next page, and whether that page could not be loaded. */
export function ShowMore({ pages, what, label = 'Show more', hasEdge = false }: Props) {
  if (!pages.hasNextPage) return null;
  return (
    <div className={classes.more} data-edge={hasEdge || undefined}>
      <Button
        variant="default"
        loading={pages.isFetchingNextPage}
        onClick={() => void pages.fetchNextPage()}
      >
        {label}
      </Button>
      {pages.isFetchNextPageError && (
        <span role="alert">The next {what} could not be loaded. Try again.</span>
      )}
    </div>
  );
}
