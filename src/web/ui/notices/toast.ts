import { notifications } from '@mantine/notifications';

import { failureTitle, whyFailed } from './failure-words.ts';

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
  /** Shows why a change failed. The title says what was not done; another replaces it when that is not known. */
  failure(title: string, error: unknown): void {
    show('error', failureTitle(title, error), whyFailed(error));
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
    // The place is the live region of a success. With a role of its own, some screen readers read it twice.
    role: kind === 'success' ? 'none' : 'alert',
    color: kind === 'success' ? 'green' : 'red',
    // Change the duration by a millisecond, because only a changed duration restarts the timer.
    // Otherwise this toast would disappear at the time set for the previous one.
    autoClose: (options.duration ?? defaultDuration) + (shown % 2),
  });
}
