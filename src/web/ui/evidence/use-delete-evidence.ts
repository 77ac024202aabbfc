import { useMutation, useQueryClient } from '@tanstack/react-query';

import { evidenceDeletedSchema } from '#domain/evidence/evidence.ts';
import { call } from '#web/lib/api.ts';
import { refreshEvidence } from '#web/offline/readings/evidence-reading.ts';
import { removeFile } from '#web/offline/files/kept-files.ts';
import { currentStore } from '#web/offline/store/store.ts';
import { syncSoon } from '#web/offline/sync/sync-status.ts';
import { toast } from '#web/ui/notices/toast.ts';
import { evidencePath } from '#web/lib/evidence-path.ts';
import { kindDeleted } from './evidence-words.ts';
import type { ShownFile } from './shown-files.ts';

type File = Pick<ShownFile, 'fileId' | 'kind' | 'isHeld'>;

/** Deletes a file on the server and on this device. */
export function useDeleteEvidence({ fileId, kind, isHeld }: File, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (reason: string) => {
      if (isHeld)
        await call({
          method: 'DELETE',
          path: evidencePath(fileId, 'file'),
          ...(reason && { body: { reason } }),
          schema: evidenceDeletedSchema,
        });
      const store = currentStore();
      if (await store.files.get(fileId)) await removeFile(store, fileId);
      syncSoon();
    },
    onSuccess: () => {
      toast.success(kindDeleted(kind));
      onDone();
    },
    onError: (error) => toast.failure(`The ${kind} was not deleted`, error),
    onSettled: () => refreshEvidence(client),
  });
}
