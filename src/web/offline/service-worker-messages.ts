/** What a page says to a version that waits, when someone has asked for it. */
export const takeOver = 'take over';
