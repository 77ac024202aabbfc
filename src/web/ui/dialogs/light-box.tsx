import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconPhotoOff } from '@tabler/icons-react';
import {
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';

import { focusOn } from '#web/ui/focus-on.ts';

import { Dialog } from './dialog.tsx';
import classes from './light-box.module.css';

export type LightBoxPicture = {
  key: string;
  src: string;
  /** The text that describes the picture to people who cannot see it. */
  alt: string;
  caption?: string;
};

type Props = {
  pictures: readonly LightBoxPicture[];
  /** The place of the picture that is shown first, from 0. */
  start: number;
  onClose: () => void;
  /** Shown below the picture with this key. */
  footer?: (key: string) => ReactNode;
};

/**
 * Shows pictures over the whole window, one at a time. Arrow keys, the two buttons and a swipe move to the
 * others. After the last picture comes the first. Escape closes it, and the focus returns to where it was.
 *
 * It is open as long as it is mounted. Import it lazily: a screen needs it only once somebody opens a
 * picture.
 */
export function LightBox({ pictures, start, onClose, footer }: Props) {
  const [place, setPlace] = useState(start);
  useFocusBack();
  const count = pictures.length;
  const at = Math.min(place, count - 1);
  const picture = pictures[at];
  const step = (by: number) => setPlace((at + by + count) % count);
  if (!picture) return null;
  const title = count > 1 ? `Picture ${at + 1} of ${count}` : 'Picture';
  return (
    <Dialog
      opened
      fullScreen
      onClose={onClose}
      title={<span role="status">{title}</span>}
      returnFocus={false}
      classNames={{ content: classes.content, body: classes.body }}
      onKeyDown={(event) => count > 1 && step(stepOf(event))}
    >
      <Stage count={count} step={step}>
        <Picture key={picture.src} picture={picture} />
      </Stage>
      {picture.caption && <p className={classes.caption}>{picture.caption}</p>}
      {footer && <div className={classes.footer}>{footer(picture.key)}</div>}
    </Dialog>
  );
}

/** Returns the focus to the element that had it before, when the light box is unmounted. */
function useFocusBack(): void {
  const [before] = useState(() => document.activeElement);
  useLayoutEffect(
    () => () => {
      if (before instanceof HTMLElement) focusOn(before);
    },
    [before],
  );
}

/**
 * Returns the step for a key: forwards, backwards, or 0. In a text field arrow keys move the cursor, so the
 * step is 0.
 */
function stepOf({ key, target }: KeyboardEvent): number {
  const isText = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  if (isText) return 0;
  return { ArrowLeft: -1, ArrowRight: 1 }[key] ?? 0;
}

type StageProps = { count: number; step: (by: number) => void; children: ReactNode };

/** Shows the picture between its two buttons. A swipe to either side does the same as a button. */
function Stage({ count, step, children }: StageProps) {
  const from = useRef<{ x: number; y: number } | null>(null);
  if (count < 2) return <div className={classes.stage}>{children}</div>;
  const end = ({ clientX, clientY }: PointerEvent) => {
    const begun = from.current;
    from.current = null;
    if (!begun) return;
    const [across, down] = [clientX - begun.x, clientY - begun.y];
    if (Math.abs(across) >= leastSwipe && Math.abs(across) > 2 * Math.abs(down))
      step(across < 0 ? 1 : -1);
  };
  return (
    <div
      className={classes.stage}
      onPointerDown={({ clientX, clientY, isPrimary }) => {
        // A second finger means that the person enlarges the picture, which is no swipe.
        from.current = isPrimary ? { x: clientX, y: clientY } : null;
      }}
      onPointerUp={end}
      onPointerCancel={() => {
        from.current = null;
      }}
    >
      <Way label="Previous picture" onPress={() => step(-1)} icon={<IconChevronLeft />} />
      {children}
      <Way label="Next picture" onPress={() => step(1)} icon={<IconChevronRight />} />
    </div>
  );
}

/** How many pixels a finger must move to the side for a swipe. */
const leastSwipe = 50;

type WayProps = { label: string; onPress: () => void; icon: ReactNode };

function Way({ label, onPress, icon }: WayProps) {
  return (
    <ActionIcon
      variant="default"
      size={44}
      radius="xl"
      aria-label={label}
      className={classes.way ?? ''}
      onClick={onPress}
    >
      {icon}
    </ActionIcon>
  );
}

function Picture({ picture: { src, alt } }: { picture: LightBoxPicture }) {
  const [isMissing, setMissing] = useState(false);
  if (isMissing)
    return (
      <p className={classes.missing}>
        <IconPhotoOff size={32} stroke={1.6} aria-hidden />
        This picture could not be loaded.
      </p>
    );
  return (
    <img
      className={classes.picture}
      src={src}
      alt={alt}
      draggable={false}
      onError={() => setMissing(true)}
    />
  );
}
