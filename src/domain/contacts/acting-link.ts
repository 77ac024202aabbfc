/**
 * The request header in which the page of a link says whose link it shows. Two tabs of a browser
 * share one cookie, and the other tab may have opened another person's link meanwhile. If the
 * header and the cookie differ, the server returns 403. So nothing is ever stored in another
 * contact's name (rule 139).
 */
export const actingLinkHeader = 'x-acting-link';
