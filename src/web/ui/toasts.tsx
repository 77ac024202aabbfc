import { Notifications } from '@mantine/notifications';

import { Deferred } from './deferred.tsx';
import classes from './toasts.module.css';

/**
 * Renders the place for toasts, after the screen. It is there before the first toast, so that
 * screen readers announce toasts. They lie above dialogs (200) and below menus (300).
 */
export function Toasts() {
  return (
    <Deferred>
      <Notifications
        position="bottom-left"
        zIndex={250}
        aria-live="polite"
        classNames={{ root: classes.toasts, notification: classes.toast }}
      />
    </Deferred>
  );
}
