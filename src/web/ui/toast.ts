import { notifications } from '@mantine/notifications';

/** One toast at a time: each takes the place of the one before it. */
const id = 'toast';
let shown = 0;
const defaultDuration = 5_000;

type Options = {
  /** Milliseconds on the screen. */
  duration?: number;
};

export const toast = {
  /** Announced politely. */
  success(title: string, message?: string, options?: Options): void {
    show('success', title, message, options);
  },
  /** Announced at once. */
  error(title: string, message?: string, options?: Options): void {
    show('error', title, message, options);
  },
};

function show(kind: 'success' | 'error', title: string, message = '', options: Options = {}): void {
  // Showing under an id that is on the screen does nothing, and `limit` would queue.
  notifications.hide(id);
  shown += 1;
  notifications.show({
    id,
    title,
    message,
    role: kind === 'success' ? 'status' : 'alert',
    color: kind === 'success' ? 'green' : 'red',
    // Another duration, by a thousandth of a second, sets the clock anew; else this one would go
    // when the one before it would have.
    autoClose: (options.duration ?? defaultDuration) + (shown % 2),
  });
}
