import { Button, FileButton, Progress, Skeleton, UnstyledButton } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useContext, useEffect, useState, type DragEvent } from 'react';

import { documentTypes, largestDocument } from '#domain/documents/document.ts';
import { acceptOf, megabytes } from '#web/lib/chosen-file.ts';
import { formatPercent } from '#web/lib/format.ts';
import { LoadError } from '#web/ui/notices/load-error.tsx';
import { DocumentRow } from './document-row.tsx';
import classes from './evaluation.module.css';
import { SectionLevel } from './hotel-section.tsx';
import { documentsQuery } from './read-workflow.ts';
import { useUpload } from './use-upload.ts';

type Props = { hotelId: number; isOnline: boolean };

export function EvaluationDocuments({ hotelId, isOnline }: Props) {
  const Heading = useContext(SectionLevel) === 2 ? 'h3' : 'h4';
  const { data, error, refetch } = useQuery(documentsQuery(hotelId));
  return (
    <div>
      <Heading className={classes.heading}>Documents</Heading>
      <UploadArea hotelId={hotelId} isOnline={isOnline} />
      {!data && !error && <Skeleton height={56} mt="sm" />}
      {error && !data && (
        <LoadError
          title="The documents could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {data?.value.length === 0 && <p className={classes.soft}>No documents uploaded yet</p>}
      <ul className={classes.documents}>
        {data?.value.map((document) => (
          <DocumentRow key={document.id} document={document} isOnline={isOnline} />
        ))}
      </ul>
    </div>
  );
}

/** Accepts one file, chosen or dropped. When several are dropped, it takes the first. */
function UploadArea({ hotelId, isOnline }: Props) {
  const { sending, send, cancel } = useUpload(hotelId);
  const [isOver, setIsOver] = useState(false);
  useNoStrayDrops();
  if (!isOnline)
    return (
      <p className={classes.soft}>
        Uploading, downloading and deleting documents need a connection.
      </p>
    );
  if (sending) return <Sending {...sending} onCancel={cancel} />;
  const drop = (event: DragEvent) => {
    setIsOver(false);
    const [first] = event.dataTransfer.files;
    if (first) send(first);
  };
  return (
    <FileButton
      onChange={(file) => file && send(file)}
      accept={acceptOf({ formats: documentTypes })}
    >
      {(props) => (
        <UnstyledButton
          {...props}
          className={classes.drop ?? ''}
          data-over={isOver}
          onDragEnter={() => setIsOver(true)}
          onDragLeave={() => setIsOver(false)}
          onDrop={drop}
        >
          <IconUpload size={22} stroke={1.6} aria-hidden />
          <span>
            <span className={classes.strong}>Choose a file or drop it here</span>
            <span className={classes.hint}>{hint}</span>
          </span>
        </UnstyledButton>
      )}
    </FileButton>
  );
}

/**
 * Keeps the browser from opening a file that is dropped outside the area, because that would
 * replace the page.
 */
function useNoStrayDrops(): void {
  useEffect(() => {
    const stop = (event: Event) => event.preventDefault();
    window.addEventListener('dragover', stop);
    window.addEventListener('drop', stop);
    return () => {
      window.removeEventListener('dragover', stop);
      window.removeEventListener('drop', stop);
    };
  }, []);
}

const hint = `${documentTypes.join(', ')}, up to ${megabytes(largestDocument)}MB`;

type SendingProps = { fileName: string; share: number; onCancel: () => void };

function Sending({ fileName, share, onCancel }: SendingProps) {
  return (
    <div className={classes.sending} role="group" aria-label="Upload">
      <p className={classes.fileName}>{fileName}</p>
      <span className={classes.soft}>
        {share < 1 ? formatPercent(share * 100) : 'Checking the file…'}
      </span>
      <Progress value={share * 100} aria-label={`Uploading ${fileName}`} />
      <Button variant="subtle" color="gray" size="compact-sm" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
