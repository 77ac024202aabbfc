let isNoted = false;

/**
 * Remembers that the server ended the session, so that the sign-in page can say why it appears. It
 * is forgotten when somebody is signed in again, and when the page is closed or reloaded.
 */
export const sessionEnd = {
  note(): void {
    isNoted = true;
  },

  forget(): void {
    isNoted = false;
  },

  isNoted: (): boolean => isNoted,
};
