import { newClientId } from './new-client-id.ts';

/** A text about an action, or the claim of an appeal, that the server has not confirmed. */
export type Draft = {
  text: string;
  /** The value of the answer that an appeal wants. */
  wanted?: string;
  /**
   * The event or appeal that was sent last, and its client id. It keeps its id when it is sent again, even after
   * a reload.
   */
  sent?: Sent;
};

type Sent = { content: string; clientId: string };

/** Returns the content with its client id: the same content as was sent last keeps its id. */
export function asSent({ sent }: Draft, content: string): Sent {
  return sent?.content === content ? sent : { content, clientId: newClientId() };
}

const prefix = 'bellwether-plan:';

/** Returns the draft; an empty one when the browser stores nothing for this page. */
export function readDraft(key: string): Draft {
  try {
    const stored = localStorage.getItem(prefix + key);
    return stored === null ? { text: '' } : (JSON.parse(stored) as Draft);
  } catch {
    return { text: '' };
  }
}

/** Stores the draft, so that a reload loses nothing. An empty draft is removed. */
export function keepDraft(key: string, draft: Draft): void {
  try {
    if (draft.text === '' && !draft.wanted && !draft.sent) localStorage.removeItem(prefix + key);
    else localStorage.setItem(prefix + key, JSON.stringify(draft));
  } catch {
    // The browser stores nothing for this page. The text stays on the screen.
  }
}

/** Removes all drafts from this browser. */
export function forgetDrafts(): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(prefix)) localStorage.removeItem(key);
  } catch {
    // If the browser stores nothing, there are no drafts.
  }
}
