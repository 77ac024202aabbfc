/**
 * The reason why the server cannot start, in words for the person who starts it. It is shown
 * without a stack. Any other error that stops a start is a bug, and is shown with its stack.
 */
export class StartError extends Error {
  override readonly name = 'StartError';
}
