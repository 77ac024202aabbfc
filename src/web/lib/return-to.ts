let address: string | undefined;

/**
 * Where signing in leads, in place of the dashboard: the address that was asked for, or where the
 * session ended. It lasts as long as the page: whoever opens sign-in anew begins anew.
 */
export const returnTo = {
  remember(href: string): void {
    address = href;
  },

  /** Answers the address, and forgets it. */
  take(): string | undefined {
    const taken = address;
    address = undefined;
    return taken;
  },
};
