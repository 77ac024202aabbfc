import { notifications } from '@mantine/notifications';

/** The id of every toast, so that each one replaces the one before it. */
const id = 'toast';
let shown = 0;
const defaultDuration = 5_000;

type Options = {
  /** Milliseconds on the screen. */
  duration?: number;
};

export const toast = {
  /** Shows a success. Screen readers announce it when they are idle. */
  success(title: string, message?: string, options?: Options): void {
    show('success', title, message, options);
  },
  /** Shows an error. Screen readers announce it at once. */
  error(title: string, message?: string, options?: Options): void {
    show('error', title, message, options);
  },
  /** Hides the toast, when what it says is no longer so. */
  hide(): void {
    notifications.hide(id);
  },
};

function show(kind: 'success' | 'error', title: string, message = '', options: Options = {}): void {
  // Without hiding it first, showing the same id again does nothing. `limit` would queue the toast.
  toast.hide();
  shown += 1;
  notifications.show({
    id,
    title,
    message,
    role: kind === 'success' ? 'status' : 'alert',
    color: kind === 'success' ? 'green' : 'red',
    // Change the duration by a millisecond, because only a changed duration restarts the timer.
    // Otherwise this toast would disappear at the time set for the previous one.
    autoClose: (options.duration ?? defaultDuration) + (shown % 2),
  });
}
