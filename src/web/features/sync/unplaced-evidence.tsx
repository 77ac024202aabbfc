import { Anchor } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';

import {
  evidencePerPage,
  unplacedEvidenceSchema,
  type Evidence,
} from '#domain/evidence/evidence.ts';
import { call, detailOf } from '#web/lib/api.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { formatFileSize, formatMoment } from '#web/lib/format.ts';
import { DeleteEvidence } from '#web/ui/evidence/delete-evidence.tsx';
import { nameOfFile } from '#web/ui/evidence/evidence-words.ts';
import { evidencePath } from '#web/lib/evidence-path.ts';
import { Panel } from '#web/ui/panel.tsx';
import { RecordList, RecordRow } from '#web/ui/record-list.tsx';
import { MoreRecords } from './more-records.tsx';

const path = '/api/evidence/unplaced';

/**
 * Shows Admins the files on the server that belong to no interview that it knows, or that their
 * sender had no right to send. Renders nothing when there are none.
 */
export function UnplacedEvidence() {
  const { data, error, fetchNextPage } = useInfiniteQuery({
    queryKey: [path],
    queryFn: ({ pageParam: page, signal }) =>
      call({ path, query: { page }, schema: unplacedEvidenceSchema, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, _, page) =>
      page * evidencePerPage < total ? page + 1 : undefined,
    refetchOnMount: 'always',
  });
  const total = data?.pages.at(-1)?.total ?? 0;
  const files = data?.pages.flatMap(({ evidence }) => evidence) ?? [];
  if (error && files.length === 0)
    return <Panel title="Evidence without an interview">{detailOf(error)}</Panel>;
  if (files.length === 0) return null;
  return (
    <Panel
      title="Evidence without an interview"
      lead="The server does not know the interview of these files yet, or their sender has no access to it. When the interview arrives, its files move to it. Delete files whose interview will never arrive."
    >
      <RecordList>
        {files.map((file) => (
          <File key={file.fileId} file={file} />
        ))}
      </RecordList>
      <MoreRecords count={total} records={files} showMore={() => void fetchNextPage()} />
    </Panel>
  );
}

function File({ file }: { file: Evidence }) {
  const person = useCurrentUser();
  const { fileId, kind, takenBy, takenById, takenAt, uploadedAt, size } = file;
  const when = takenAt === null ? '' : `, ${formatMoment(takenAt)}`;
  return (
    <RecordRow
      title={nameOfFile(file)}
      details={`Taken by ${takenBy}${when}. Stored ${formatMoment(uploadedAt)}, ${formatFileSize(size)}`}
    >
      <Anchor href={evidencePath(fileId, 'file')} target="_blank" rel="noopener">
        Open
      </Anchor>
      <DeleteEvidence
        file={{ fileId, kind, isHeld: true }}
        right={takenById === person.id ? 'own' : 'with-reason'}
        onDone={() => undefined}
      />
    </RecordRow>
  );
}
