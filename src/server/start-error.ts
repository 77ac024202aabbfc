/**
 * Why the server cannot start, in words for the person who starts it: shown without a stack. Every
 * other error that stops a start is a defect, and shown whole.
 */
export class StartError extends Error {
  override readonly name = 'StartError';
}
