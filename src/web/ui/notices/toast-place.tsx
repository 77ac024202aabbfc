import { Notifications } from '@mantine/notifications';
import { useEffect } from 'react';

import { keepOffControls } from './keep-off-controls.ts';
import classes from './toasts.module.css';

const position = 'bottom-left';

/** Renders the place for toasts. They lie above dialogs (200) and below menus (300). */
export function ToastPlace() {
  useEffect(() => {
    let stop: (() => void) | undefined;
    // The library adds the place to the page a moment after this.
    const frame = requestAnimationFrame(() => {
      const place = findPlace();
      if (place) stop = keepOffControls(place);
    });
    return () => {
      cancelAnimationFrame(frame);
      stop?.();
    };
  }, []);
  return (
    <Notifications
      position={position}
      zIndex={250}
      role="status"
      classNames={{ root: classes.toasts, notification: classes.toast }}
    />
  );
}

/** The library renders a place for each position, and gives no reference to them. */
const findPlace = () =>
  document.querySelector<HTMLElement>(`.${classes.toasts}[data-position="${position}"]`);
