import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import { documentSchema, documentTypes, largestDocument } from '#domain/documents/document.ts';
import { documentTypesHint } from '#domain/documents/file-name.ts';
import { refusalOf } from '#web/lib/chosen-file.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { isPerhapsDone, upload } from '#web/lib/upload.ts';
import { useRequestKey } from '#web/lib/use-request-key.ts';
import { whyNotTaken } from '#web/ui/notices/failure-words.ts';
import { toast } from '#web/ui/notices/toast.ts';
import { documentsQuery } from './read-workflow.ts';

const taken = { formats: documentTypes, largest: largestDocument, otherKind: documentTypesHint };

/**
 * Uploads one document at a time and reports the progress. An upload continues when the dialog
 * closes.
 */
export function useUpload(hotelId: number) {
  const client = useQueryClient();
  const { name } = useCurrentUser();
  const [sending, setSending] = useState<{ fileName: string; share: number } | null>(null);
  const giveUp = useRef<AbortController>(undefined);
  const stored = useRef(0);
  const keyOf = useRequestKey();
  const { mutate } = useMutation({
    mutationFn: (file: File) => {
      giveUp.current = new AbortController();
      return upload({
        path: `/api/hotels/${hotelId}/evaluation-documents`,
        file,
        fields: { uploadedBy: name },
        schema: documentSchema,
        // The key stays the same until the document is stored. A retry after a lost reply then creates no
        // second document.
        requestKey: keyOf([stored.current, file.name, file.size, file.lastModified]),
        signal: giveUp.current.signal,
        onProgress: (share) => setSending({ fileName: file.name, share }),
      });
    },
    onSuccess: ({ fileName }) => {
      stored.current += 1;
      toast.success('Document uploaded', fileName);
      return client.invalidateQueries({ queryKey: documentsQuery(hotelId).queryKey });
    },
    onError: (error) => {
      if (error.name !== 'AbortError')
        toast.error('Upload failed', whyNotTaken(error, 'Failed to upload document'));
      if (isPerhapsDone(error))
        void client.invalidateQueries({ queryKey: documentsQuery(hotelId).queryKey });
    },
    onSettled: () => setSending(null),
  });
  const send = (file: File) => {
    const refusal = refusalOf(file, taken);
    if (refusal) return toast.error('Upload failed', refusal);
    setSending({ fileName: file.name, share: 0 });
    return mutate(file);
  };
  return { sending, send, cancel: () => giveUp.current?.abort() };
}
