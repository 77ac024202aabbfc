import { Link } from '@tanstack/react-router';
import { createContext, useContext, type ComponentProps, type MouseEvent } from 'react';

import type { Behind } from './results-view.ts';

/** Brings the responses into sight, and the keyboard to them. */
export const ShowResponses = createContext<() => void>(() => undefined);

type Props = Omit<ComponentProps<'a'>, 'href' | 'onClick' | 'ref'> & { only: Behind };

/** A mark of a picture: an address that narrows the view to the responses behind it. */
export function ToResponses({ only, ...link }: Props) {
  const show = useContext(ShowResponses);
  const follow = (event: MouseEvent) => {
    // Into another tab or window, nothing here moves.
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
