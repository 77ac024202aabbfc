/** The header in which the server names the version of a reply. */
export const versionHeader = 'etag';
/** The header in which a client names the version that it has. If that is still true, it gets 304. */
export const knownVersionHeader = 'if-none-match';
