import { ActionIcon } from '@mantine/core';
import { IconDownload, IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';

import type { EvaluationDocument } from '#domain/documents/document.ts';
import { canDeleteDocument } from '#domain/people/person.ts';
import { call } from '#web/lib/api.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { formatDate, formatFileSize } from '#web/lib/format.ts';
import { confirm } from '#web/ui/dialogs/confirm.tsx';
import { whyFailed } from '#web/ui/notices/failure-words.ts';
import { toast } from '#web/ui/notices/toast.ts';
import classes from './evaluation.module.css';
import { documentsQuery } from './read-workflow.ts';

type Props = { document: EvaluationDocument; isOnline: boolean };

export function DocumentRow({ document, isOnline }: Props) {
  const person = useCurrentUser();
  const remove = useDeleteDocument(document);
  return (
    <li className={classes.document}>
      <div className={classes.about}>
        <p className={classes.fileName}>{document.fileName}</p>
        <p className={classes.soft}>
          {formatFileSize(document.fileSize)} · {document.uploadedBy},{' '}
          {formatDate(document.uploadedAt)}
        </p>
      </div>
      <ActionIcon
        component="a"
        href={isOnline ? `/api/evaluation-documents/${document.id}/download` : undefined}
        target="_blank"
        rel="noopener"
        variant="subtle"
        color="gray"
        size="lg"
        disabled={!isOnline}
        aria-label={`Download ${document.fileName} in a new tab`}
      >
        <IconDownload size={18} aria-hidden />
      </ActionIcon>
      {canDeleteDocument(person, document) && (
        <ActionIcon
          variant="subtle"
          color="red"
          size="lg"
          disabled={!isOnline}
          loading={remove.isPending}
          aria-label={`Delete ${document.fileName}`}
          onClick={() => void remove.ask()}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      )}
    </li>
  );
}

function useDeleteDocument({ id, hotelId, fileName }: EvaluationDocument) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call({ method: 'DELETE', path: `/api/evaluation-documents/${id}`, schema: z.null() }),
    onSuccess: () => toast.success('Document deleted'),
    onError: (error) =>
      toast.error('Delete failed', `Failed to delete document. ${whyFailed(error)}`),
    // Also after an error: when someone else deleted the document first, it must leave this list
    // too.
    onSettled: () => client.invalidateQueries({ queryKey: documentsQuery(hotelId).queryKey }),
  });
  const ask = async () => {
    const sure = await confirm({
      title: 'Delete document',
      message: `Are you sure you want to delete "${fileName}"? This action cannot be undone.`,
      confirmLabel: 'Delete document',
      danger: true,
    });
    if (sure) mutate();
  };
  return { ask, isPending };
}
