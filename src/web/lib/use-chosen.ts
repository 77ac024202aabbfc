import { useState } from 'react';

/** The ids of the chosen rows of a list, and what changes the choice. */
export type Choosing = {
  chosen: ReadonlySet<number>;
  onChoose: (ids: readonly number[], is: boolean) => void;
};

const none: ReadonlySet<number> = new Set();

/**
 * Returns the ids of the chosen rows. When the filter changes, no row is chosen. `onChoose` can be called later, when
 * more rows have been read: it keeps what was chosen meanwhile, and does nothing once the filter is another one.
 */
export function useChosen(filter: unknown): Choosing & { chooseNone: () => void } {
  const of = JSON.stringify(filter);
  const [choice, setChoice] = useState({ of, ids: none });
  if (choice.of !== of) setChoice({ of, ids: none });
  const onChoose = (ids: readonly number[], is: boolean) =>
    setChoice((before) => {
      if (before.of !== of) return before;
      const after = new Set(before.ids);
      for (const id of ids) {
        if (is) after.add(id);
        else after.delete(id);
      }
      return { of, ids: after };
    });
  return { chosen: choice.ids, onChoose, chooseNone: () => setChoice({ of, ids: none }) };
}
