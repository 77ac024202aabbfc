/**
 * Resolves in a new task. A slow phone can draw and respond to touch between two tasks, but not
 * within one.
 */
export function ownTask(): Promise<void> {
  return new Promise((done) => {
    if ('scheduler' in globalThis) void scheduler.postTask(done, { priority: 'user-blocking' });
    else setTimeout(done);
  });
}
