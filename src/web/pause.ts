/**
 * What is imported before this module and what is imported after it are evaluated apart: a slow phone
 * takes a touch in between. A module that awaits has no other way to say so than to be one.
 */
await new Promise((done) => setTimeout(done));
export {};
