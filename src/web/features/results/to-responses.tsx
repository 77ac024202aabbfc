import { Link } from '@tanstack/react-router';
import { createContext, useContext, type ComponentProps, type MouseEvent } from 'react';

import type { Behind } from './results-view.ts';

/** A function that scrolls to the list of responses and focuses it. */
export const ShowResponses = createContext<() => void>(() => undefined);

type Props = Omit<ComponentProps<'a'>, 'href' | 'onClick' | 'ref'> & { only: Behind };

/** Links a part of a chart to the responses behind it. The address narrows the view to them. */
export function ToResponses({ only, ...link }: Props) {
  const show = useContext(ShowResponses);
  const follow = (event: MouseEvent) => {
    // When the link opens in another tab or window, this page does not scroll.
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) show();
  };
  return (
    <Link
      {...link}
      to="."
      search={(before: Record<string, unknown>) => ({
        ...before,
        ...only,
        ...{ page: undefined, response: undefined },
      })}
      resetScroll={false}
      preload={false}
      onClick={follow}
    />
  );
}
