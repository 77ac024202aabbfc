import { Notifications } from '@mantine/notifications';

import { Deferred } from './deferred.tsx';
import classes from './toasts.module.css';

/**
 * Empty at first, so the screen comes before them. They are read out because their place is there
 * before they are. They lie above dialogs (200) and below menus (300).
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
