import { useState } from 'react';

/** The ids of the chosen rows of a list, and what changes the choice. */
export type Choosing = {
  chosen: ReadonlySet<number>;
  onChoose: (ids: readonly number[], is: boolean) => void;
};

const none: ReadonlySet<number> = new Set();

/** Returns the ids of the chosen rows. When the filter changes, no row is chosen. */
export function useChosen(filter: unknown): Choosing & { chooseNone: () => void } {
  const of = JSON.stringify(filter);
  const [choice, setChoice] = useState({ of, ids: none });
  const chosen = choice.of === of ? choice.ids : none;
  const onChoose = (ids: readonly number[], is: boolean) => {
    const after = new Set(chosen);
    for (const id of ids) {
      if (is) after.add(id);
      else after.delete(id);
    }
    setChoice({ of, ids: after });
  };
  return { chosen, onChoose, chooseNone: () => setChoice({ of, ids: none }) };
}
