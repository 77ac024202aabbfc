import { useMediaQuery } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useId, useMemo, useState } from 'react';

import { useStored } from '#web/lib/use-stored.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import type { Choice } from './choices.ts';
import { noteChosen, readChosenBefore } from './chosen-before.ts';
import { FindField } from './find-field.tsx';
import { findGroups, groupsAtFirst } from './find-groups.ts';
import { FindList } from './find-list.tsx';
import { useFindable } from './use-findable.ts';

type Props = { isOpen: boolean; onClose: () => void };

/**
 * Shows the dialog that finds a hotel, a person, a survey, a screen, or a hotel to start an interview at, by a
 * few letters.
 */
export function FindDialog({ isOpen, onClose }: Props) {
  const isPhone = useMediaQuery('(max-width: 47.99em)') ?? false;
  return (
    <Dialog opened={isOpen} onClose={onClose} title="Find anything" size="lg" fullScreen={isPhone}>
      <Finder onClose={onClose} />
    </Dialog>
  );
}

function Finder({ onClose }: Pick<Props, 'onClose'>) {
  const id = useId();
  const navigate = useNavigate();
  const { findable, isLoading } = useFindable();
  const chosenBefore = useStored(readChosenBefore);
  const [search, setSearch] = useState('');
  const [active, setActive] = useState(0);
  const isEmpty = search.trim() === '';
  const groups = useMemo(
    () => (isEmpty ? groupsAtFirst(findable, chosenBefore ?? []) : findGroups(findable, search)),
    [findable, chosenBefore, search, isEmpty],
  );
  const all = groups.flatMap(({ choices }) => choices);
  // The list may have become shorter when new data arrived.
  const at = Math.min(active, all.length - 1);
  const choose = ({ key, to, search: query }: Choice) => {
    void noteChosen(key, chosenBefore ?? []);
    onClose();
    void navigate({ to, ...(query && { search: query }) });
  };
  return (
    <>
      <FindField
        id={id}
        search={search}
        count={all.length}
        active={at}
        onSearch={(text) => {
          setSearch(text);
          setActive(0);
        }}
        onActive={setActive}
        onChoose={() => {
          const choice = all[at];
          if (choice) choose(choice);
        }}
      />
      <FindList
        id={id}
        groups={groups}
        active={at}
        isLoading={isLoading}
        onActive={setActive}
        onChoose={choose}
      />
    </>
  );
}
