/**
 * The message with which a page makes the waiting version take over, when a person has asked for
 * it.
 */
export const takeOver = 'take over';
