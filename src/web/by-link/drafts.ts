/** What somebody has typed about an action and the server has not confirmed. */
export type Draft = {
  text: string;
  /** The event that was sent last, and its client id. Sent again, also after a reload, it keeps its id. */
  sent?: { content: string; clientId: string };
};

const prefix = 'bellwether-plan:';

/** Returns what was typed; nothing where the browser keeps nothing for this page. */
export function readDraft(key: string): Draft {
  try {
    const stored = localStorage.getItem(prefix + key);
    return stored === null ? { text: '' } : (JSON.parse(stored) as Draft);
  } catch {
    return { text: '' };
  }
}

/** Keeps what was typed, so that a reload loses nothing. An empty draft is removed. */
export function keepDraft(key: string, draft: Draft): void {
  try {
    if (draft.text === '' && !draft.sent) localStorage.removeItem(prefix + key);
    else localStorage.setItem(prefix + key, JSON.stringify(draft));
  } catch {
    // The browser keeps nothing for this page. What was typed stays on the screen.
  }
}

/** Removes all drafts from this browser. */
export function forgetDrafts(): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(prefix)) localStorage.removeItem(key);
  } catch {
    // Then there are none.
  }
}
