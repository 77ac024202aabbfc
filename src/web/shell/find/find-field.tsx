import { TextInput, VisuallyHidden } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';

import { countWords } from '#web/lib/format.ts';

type Props = {
  /** What the ids of the list and its options begin with. */
  id: string;
  search: string;
  /** How many choices there are. */
  count: number;
  /** The place of the one that Enter chooses; -1 where there is none. */
  active: number;
  onSearch: (search: string) => void;
  onActive: (place: number) => void;
  onChoose: () => void;
};

/** The field keeps the focus; arrows move through the list, and Enter chooses. */
export function FindField({ id, search, count, active, ...acts }: Props) {
  const press = (event: KeyboardEvent) => {
    // Enter and arrows belong to the writing system while it puts a letter together.
    if (event.nativeEvent.isComposing || count === 0) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (step === undefined) acts.onChoose();
    else acts.onActive((active + step + count) % count);
  };
  return (
    <>
      <TextInput
        data-autofocus
        role="combobox"
        aria-label="Find anything"
        aria-expanded={count > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={active < 0 ? undefined : `${id}-${active}`}
        placeholder="Hotel, name, or “start interview at …”"
        size="md"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        leftSection={<IconSearch size={18} stroke={1.6} aria-hidden />}
        value={search}
        onChange={(event) => acts.onSearch(event.currentTarget.value)}
        onKeyDown={press}
      />
      <VisuallyHidden role="status">
        {search.trim() !== '' && (count === 0 ? 'No match' : countWords(count, 'match', 'matches'))}
      </VisuallyHidden>
    </>
  );
}
