/**
 * The most characters of a note that the server accepts. It is written out here because importing the domain's
 * constant would load the schema library.
 */
export const longestNote = 2_000;
