import { Skeleton } from '@mantine/core';
import { useEffect, useId, useLayoutEffect, useRef, useState, type RefObject } from 'react';

import { stages, type Stage } from '#domain/workflow/stages.ts';
import { fullestOf, type Columns } from './board-state.ts';
import { cardPitch } from './hotel-card.tsx';
import classes from './phone-board.module.css';
import { PhoneStage } from './phone-stage.tsx';
import { StageStrip, tabId } from './stage-strip.tsx';

type Props = {
  /** Undefined while they load. */
  columns: Columns | undefined;
  stage: Stage | undefined;
  onStage: (stage: Stage) => void;
  onOpen: (hotelId: number) => void;
};

/** Shows one stage at a time. The person swipes to the others. A hotel changes its stage in its dialog. */
export function PhoneBoard({ columns, stage, onStage, onOpen }: Props) {
  const shown = useShownStage(columns, stage);
  if (!columns) return <Waiting />;
  return <Stages columns={columns} shown={shown} onStage={onStage} onOpen={onOpen} />;
}

/**
 * Returns the stage of the address, or else the fullest one. The fullest one stays shown while it has
 * hotels, so that moving a hotel on does not switch to another stage.
 */
function useShownStage(columns: Columns | undefined, stage: Stage | undefined): Stage {
  const [opened, setOpened] = useState<Stage>();
  const next = columns && (!opened || columns[opened].length === 0) ? fullestOf(columns) : opened;
  if (next !== opened) setOpened(next);
  return stage ?? next ?? stages[0];
}

type StagesProps = Omit<Props, 'columns' | 'stage'> & { columns: Columns; shown: Stage };

function Stages({ columns, shown, onStage, onOpen }: StagesProps) {
  const id = useId();
  const at = stages.indexOf(shown);
  const board = useRef<HTMLDivElement>(null);
  const top = useTop(board);
  const swipe = useSwipe(board, at, (index) => {
    const stage = stages[index];
    if (stage && stage !== shown) onStage(stage);
  });
  return (
    <div className={classes.phone}>
      <StageStrip id={id} columns={columns} shown={shown} onStage={onStage} />
      <div ref={board} className={classes.stages} onScroll={swipe}>
        {stages.map((stage, index) => (
          <section
            key={stage}
            role="tabpanel"
            id={`${id}-${index}`}
            aria-labelledby={tabId(id, stage)}
            className={classes.stage}
            // Panels beside the window are out of sight. `inert` keeps Tab and screen readers out of them too.
            inert={index !== at}
            // A panel without cards takes the focus itself, because nothing else in it can.
            tabIndex={columns[stage].length === 0 ? 0 : undefined}
          >
            {Math.abs(index - at) <= 1 && (
              <PhoneStage hotels={columns[stage]} top={top} onOpen={onOpen} />
            )}
          </section>
        ))}
      </div>
    </div>
  );
}

/** Milliseconds without scrolling after which a swipe is over. */
const settled = 120;

/**
 * Keeps the shown stage and the sideways scrolling together. A change of the stage scrolls to it. When a swipe
 * is over, this calls `onSettled` with the place of the stage where it ended. Returns the handler for
 * `onScroll`.
 *
 * The two do not cause each other without end: the scrolling that a change of the stage causes ends at that
 * same stage, so it changes nothing.
 */
function useSwipe(
  board: RefObject<HTMLDivElement | null>,
  at: number,
  onSettled: (index: number) => void,
) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isShown = useRef(false);
  useLayoutEffect(() => {
    const left = leftOf(board.current, at);
    // The first stage is shown at once. To another stage the stylesheet makes it scroll smoothly.
    board.current?.scrollTo({ left, behavior: isShown.current ? 'auto' : 'instant' });
    toTop(board.current);
    isShown.current = true;
  }, [board, at]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const { scrollLeft = 0 } = board.current ?? {};
      const width = leftOf(board.current, 1);
      if (width > 0) onSettled(Math.round(scrollLeft / width));
    }, settled);
  };
}

/** Returns how far the board is scrolled sideways when this stage is in view. */
function leftOf(board: HTMLElement | null, index: number): number {
  const [first, wanted] = [board?.children[0], board?.children[index]];
  if (!first || !wanted) return 0;
  return wanted.getBoundingClientRect().left - first.getBoundingClientRect().left;
}

/** Scrolls the window up to the stage's first card, if it is scrolled down into the former stage. */
function toTop(board: HTMLElement | null): void {
  const strip = board?.previousElementSibling;
  if (!board || !strip) return;
  const away = board.getBoundingClientRect().top - strip.getBoundingClientRect().bottom;
  if (away < 0) window.scrollBy({ top: away, behavior: 'instant' });
}

/** Returns how many pixels below the page's top an element begins. Updates when the content above it grows. */
function useTop(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      const box = element.current?.getBoundingClientRect();
      if (box) setTop(box.top + window.scrollY);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element]);
  return top;
}

function Waiting() {
  return (
    <div aria-hidden>
      <Skeleton height={44} mb={12} radius="md" />
      {[1, 2, 3, 4, 5].map((one) => (
        <Skeleton key={one} height={cardPitch - 6} mb={6} radius="md" />
      ))}
    </div>
  );
}
