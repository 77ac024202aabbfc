import { Skeleton, UnstyledButton } from '@mantine/core';
import {
  IconBuilding,
  IconClipboardText,
  IconLayoutSidebar,
  IconMessageCircle,
  IconMessagePlus,
  IconUser,
  type Icon,
} from '@tabler/icons-react';
import { useEffect, useRef } from 'react';

import { useIsOnline } from '#web/offline/sync/sync-status.ts';
import { NoMatch } from '#web/ui/filters/no-match.tsx';
import type { Choice, Kind } from './choices.ts';
import type { Group } from './find-groups.ts';
import classes from './find-list.module.css';

type Props = {
  id: string;
  groups: readonly Group[];
  active: number;
  isLoading: boolean;
  onActive: (place: number) => void;
  onChoose: (choice: Choice) => void;
};

/** Shows the choices by kind. The focus stays in the field, which names the active choice. */
export function FindList({ id, groups, active, isLoading, onActive, onChoose }: Props) {
  const isOnline = useIsOnline();
  const starts = startsOf(groups);
  return (
    <div className={classes.frame}>
      <div id={`${id}-list`} role="listbox" aria-label="Matches" className={classes.list}>
        {groups.map(({ heading, choices }, group) => (
          <div key={heading} role="group" aria-labelledby={`${id}-of-${group}`}>
            <p id={`${id}-of-${group}`} className={classes.heading}>
              {heading}
            </p>
            {choices.map((choice, index) => {
              const place = (starts[group] ?? 0) + index;
              return (
                <Option
                  key={choice.key}
                  id={`${id}-${place}`}
                  choice={choice}
                  isActive={place === active}
                  onPoint={() => onActive(place)}
                  onChoose={() => onChoose(choice)}
                />
              );
            })}
          </div>
        ))}
      </div>
      {groups.length === 0 &&
        (isLoading ? (
          <Skeleton h={220} radius="md" />
        ) : (
          <NoMatch what="hotels, surveys or screens" />
        ))}
      <p className={classes.foot}>
        {isOnline ? (
          <span className={classes.keys}>↑ ↓ to move, Enter to open, Esc to close</span>
        ) : (
          'Offline: what this device has'
        )}
      </p>
    </div>
  );
}

/** Returns the place of each group's first choice among all choices. */
function startsOf(groups: readonly Group[]): number[] {
  const starts: number[] = [];
  let next = 0;
  for (const { choices } of groups) {
    starts.push(next);
    next += choices.length;
  }
  return starts;
}

const icons: Record<Kind, Icon> = {
  screen: IconLayoutSidebar,
  hotel: IconBuilding,
  start: IconMessagePlus,
  respondent: IconMessageCircle,
  survey: IconClipboardText,
  person: IconUser,
};

type OptionProps = {
  id: string;
  choice: Choice;
  isActive: boolean;
  onPoint: () => void;
  onChoose: () => void;
};

function Option({ id, choice, isActive, onPoint, onChoose }: OptionProps) {
  const element = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  const Shape = icons[choice.kind];
  return (
    <UnstyledButton
      ref={element}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={classes.option ?? ''}
      // Keep the focus in the field.
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={isActive ? undefined : onPoint}
      onClick={onChoose}
    >
      <Shape size={18} stroke={1.6} aria-hidden />
      <span className={classes.words}>
        <span className={classes.label}>{choice.label}</span>{' '}
        {choice.about && <span className={classes.about}>{choice.about}</span>}
      </span>
    </UnstyledButton>
  );
}
