/*
 * What the page of a link needs of appeals. It has no schema, because the page does not load the library
 * of schemas.
 */

/** Characters of what an appeal says. */
export const longestClaim = 5_000;

/** What an appeal wants in place of an option: that the question is not applicable. */
export const notApplicable = 'na';
