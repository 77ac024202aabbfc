import { Menu, UnstyledButton } from '@mantine/core';
import { IconCheck, IconChevronDown, IconCircleOff } from '@tabler/icons-react';
import { useState } from 'react';

import {
  forecast,
  notApplicableIn,
  sectionsOf,
  type Section,
} from '#domain/interviews/sections.ts';
import { sectionName, sectionWords } from '#web/lib/section-words.ts';
import { pageClock } from '#web/offline/drafts/page-clock.ts';

import {
  isStuck,
  type InterviewAction,
  type InterviewState,
} from '#web/features/interviews/interview-state.ts';
import { SectionNotApplicable } from './section-not-applicable.tsx';
import classes from './section-menu.module.css';
import { currentSection, dealtWithIn } from './sections.ts';

type Props = { state: InterviewState; act: (action: InterviewAction) => void };

/** Shows the section's name. A press opens a menu to go to a section, or to mark this one. */
export function SectionMenu({ state, act }: Props) {
  const [isMarking, setMarking] = useState(false);
  const section = currentSection(state);
  if (!section) return null;
  return (
    <>
      <Menu position="bottom-start" width={340}>
        <Menu.Target>
          <UnstyledButton
            className={classes.section}
            aria-label={`Section: ${sectionName(section)}`}
            disabled={isStuck(state)}
          >
            <bdi>{sectionName(section)}</bdi>
            <IconChevronDown size={16} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown className={classes.choices}>
          {sectionsOf(state).map((one) => (
            <Menu.Item
              key={one.places[0]}
              className={classes.choice}
              aria-current={one.places[0] === section.places[0] ? 'step' : undefined}
              rightSection={<Done count={dealtWithIn(state, one)} of={one.places.length} />}
              onClick={() => act({ type: 'go', index: one.places[0] ?? 0 })}
            >
              <bdi>{sectionName(one)}</bdi>
            </Menu.Item>
          ))}
          <MarkChoice {...{ state, act, section }} onMark={() => setMarking(true)} />
        </Menu.Dropdown>
      </Menu>
      <SectionNotApplicable
        name={sectionName(section)}
        change={forecast(state, section)}
        isOpen={isMarking}
        onClose={() => setMarking(false)}
        onMark={(places, reason) =>
          act({ type: 'allNotApplicable', places, is: true, reason, at: pageClock.now() })
        }
      />
    </>
  );
}

function Done({ count, of }: { count: number; of: number }) {
  return (
    <span className={classes.done} data-all={count === of || undefined}>
      {count === of && <IconCheck size={14} aria-hidden />}
      {count} of {of}
    </span>
  );
}

type MarkProps = Props & { section: Section; onMark: () => void };

/**
 * Shows the choice that marks the section not applicable, if any of its questions allows that. Once all of
 * those are marked, the choice takes the marks back.
 */
function MarkChoice({ state, act, section, onMark }: MarkProps) {
  const marked = notApplicableIn(state, section);
  const canMark = forecast(state, section).places.length > 0;
  if (!canMark && marked.length === 0) return null;
  const takeBack = () =>
    act({ type: 'allNotApplicable', places: marked, is: false, reason: '', at: pageClock.now() });
  return (
    <>
      <Menu.Divider />
      <Menu.Item
        className={classes.choice}
        leftSection={<IconCircleOff size={18} aria-hidden />}
        onClick={canMark ? onMark : takeBack}
      >
        {canMark ? sectionWords.mark : sectionWords.takeBack}
      </Menu.Item>
    </>
  );
}
