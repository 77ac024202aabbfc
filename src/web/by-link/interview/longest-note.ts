/**
 * The most characters of a note, as the server takes them. It is written out here because the domain's own
 * number would bring the schema library along.
 */
export const longestNote = 2_000;
