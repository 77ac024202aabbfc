import { Notifications } from '@mantine/notifications';

import classes from './toasts.module.css';

/** Renders the place for toasts. They lie above dialogs (200) and below menus (300). */
export function ToastPlace() {
  return (
    <Notifications
      position="bottom-left"
      zIndex={250}
      aria-live="polite"
      classNames={{ root: classes.toasts, notification: classes.toast }}
    />
  );
}
