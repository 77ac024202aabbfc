import { TextInput, VisuallyHidden } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';

import { countWords } from '#web/lib/format.ts';

type Props = {
  /** The beginning of the ids of the list and its options. */
  id: string;
  search: string;
  /** How many choices there are. */
  count: number;
  /** The place of the choice that Enter chooses; -1 when there is none. */
  active: number;
  onSearch: (search: string) => void;
  onActive: (place: number) => void;
  onChoose: () => void;
};

/** Shows the search field. It keeps the focus: arrow keys move through the list, and Enter chooses. */
export function FindField({ id, search, count, active, ...acts }: Props) {
  const press = (event: KeyboardEvent) => {
    // While an input method composes a character, Enter and the arrow keys belong to it.
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
