/** A moment between two pieces of work, in which a slow phone takes a touch. */
export const pause = () => new Promise<void>((done) => void setTimeout(done));

// What is imported before this module and what is imported after it are evaluated apart: a module
// that awaits has no other way to say so than to be one.
await pause();
