/**
 * The request header in which a device names the user whose work it sends. Two tabs of a browser
 * share one session cookie, and the other tab may have signed in as somebody else meanwhile. If the
 * header and the session differ, the server returns 401. So no interview is ever stored under
 * another person's name (rule 30).
 */
export const actingUserHeader = 'x-acting-user';
