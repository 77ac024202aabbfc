/**
 * The request header in which a device names the user whose work it sends. Two tabs of a browser
 * share one session cookie, and the other tab may have signed in as somebody else meanwhile: the
 * server answers 401 where the header and the session differ, so that nobody's interview is ever
 * stored under another's name (rule 30).
 */
export const actingUserHeader = 'x-acting-user';
