let address: string | undefined;

/**
 * Holds the address to open after signing in, instead of the dashboard: the one that was requested,
 * or the one where the session ended. It is forgotten when the page is closed or reloaded.
 */
export const returnTo = {
  remember(href: string): void {
    address = href;
  },

  /** Returns the address and forgets it. */
  take(): string | undefined {
    const taken = address;
    address = undefined;
    return taken;
  },
};
