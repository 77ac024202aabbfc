/*
 * The part of appeals that the page of a link needs. There are no schemas in this file, because that page
 * does not load the library of schemas.
 */

/** The most characters of what an appeal says. */
export const longestClaim = 5_000;

/** What an appeal wants instead of an option: that the question is not applicable. */
export const notApplicable = 'na';
