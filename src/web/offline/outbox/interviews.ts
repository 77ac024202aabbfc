import { lastContact } from '#web/offline/connection/contact.ts';
import type { OfflineDatabase } from '#web/offline/store/database.ts';
import type { Envelope } from '#web/offline/store/records.ts';
import { DraftGone, withChange, type DraftChange } from '#web/offline/drafts/drafts.ts';
import { durably } from '#web/offline/store/durably.ts';
import { filesOf } from '#web/offline/files/kept-files.ts';
import { editionPath } from '#web/offline/store/edition-path.ts';
import { freeze, type Ending } from './envelope.ts';

/**
 * Finishes an interview: one transaction freezes the envelope and removes the draft, so that at
 * every moment the interview is on the device exactly once. If it is already finished, returns the
 * existing envelope. `last` holds changes on the screen that may not be written yet.
 */
export async function finishDraft(
  db: OfflineDatabase,
  clientId: string,
  last: DraftChange,
  ending: Ending,
): Promise<Envelope> {
  const { envelope, asked } = await durably(db, () =>
    db.transaction('rw', [db.drafts, db.envelopes, db.contact, db.editions, db.files], async () => {
      const draft = await db.drafts.get(clientId);
      if (!draft) {
        const frozen = await db.envelopes.get(clientId);
        if (frozen) return { envelope: frozen, asked: null };
        throw new DraftGone('This interview is no longer under way on this device.');
      }
      const ended = withChange(draft, last, ending.completedAt);
      const envelope = freeze(ended, ending, await lastContact(db), await filesOf(db, clientId));
      const asked = { key: editionPath(draft.edition), edition: draft.edition };
      await db.editions.put(asked);
      await db.envelopes.add(envelope);
      await db.drafts.delete(clientId);
      return { envelope, asked };
    }),
  );
  if (asked) db.finished.set(clientId, { envelope, asked });
  return envelope;
}
