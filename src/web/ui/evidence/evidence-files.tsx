import { IconDownload, IconFile, IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';

import { formatFileSize } from '#web/lib/format.ts';
import { MoreForDocument } from './delete-evidence.tsx';
import classes from './evidence-files.module.css';
import { addressOf, useViewing } from './viewing.ts';
import { nameOfFile, placeInWords } from './evidence-words.ts';
import type { ShownFile } from './shown-files.ts';

type Props = {
  files: readonly ShownFile[];
  /** What the files belong to, for screen readers: "Evidence of question 7". */
  label: string;
};

/**
 * Shows the evidence of one answer: pictures as thumbnails of one size, and documents as links. A
 * picture opens in the light box of the `EvidenceViewer` around it.
 */
export function EvidenceFiles({ files, label }: Props) {
  const pictures = files.filter(({ kind }) => kind !== 'document');
  const documents = files.filter(({ kind }) => kind === 'document');
  if (files.length === 0) return null;
  return (
    <div role="group" aria-label={label} className={classes.files}>
      {pictures.length > 0 && (
        <ul className={classes.pictures}>
          {pictures.map((file, place) => (
            <li key={file.fileId} data-kind={file.kind}>
              <Picture file={file} number={place + 1} />
              <span className={classes.caption}>{captionOf(file)}</span>
            </li>
          ))}
        </ul>
      )}
      {documents.length > 0 && (
        <ul className={classes.documents}>
          {documents.map((file, place) => (
            <li key={file.fileId}>
              <DocumentLink file={file} number={place + 1} />
              <MoreForDocument file={file} number={place + 1} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function captionOf({ caption, place, isHeld }: ShownFile): string {
  const isWaiting = place === 'device' && !isHeld;
  return [caption, isWaiting && 'Not sent yet'].filter(Boolean).join(' · ');
}

type PictureProps = {
  file: ShownFile;
  number: number;
  /** `eager` on a page that is printed, because printing does not wait for pictures out of sight. */
  loading?: 'lazy' | 'eager';
};

/** Shows one picture as a button that opens it, or says where it is. */
export function Picture({ file, number, loading = 'lazy' }: PictureProps) {
  const { onDevice, open, prepare } = useViewing();
  const [hasFailed, setFailed] = useState<string>();
  const src = addressOf(file, onDevice, 'thumbnail');
  const name = nameOfFile(file, number);
  if (file.place === 'unknown') return <span className={classes.frame} data-state="unknown" />;
  // The bytes of the file are still being read.
  if (file.place === 'device' && !onDevice.has(file.fileId))
    return <span className={classes.frame} data-state="unknown" />;
  if (!src || hasFailed === src)
    return (
      <span className={classes.frame} data-state="none">
        <IconPhoto size={20} stroke={1.5} aria-hidden />
        {src ? 'This picture could not be loaded' : placeInWords(file)}
      </span>
    );
  return (
    <button
      type="button"
      className={classes.frame}
      aria-label={`Open ${name}`}
      onPointerEnter={prepare}
      onClick={() => open(file.fileId)}
    >
      <img src={src} alt="" loading={loading} onError={() => setFailed(src)} />
    </button>
  );
}

function DocumentLink({ file, number }: { file: ShownFile; number: number }) {
  const { onDevice } = useViewing();
  const src = addressOf(file, onDevice, 'file');
  const name = nameOfFile(file, number);
  const about = [
    file.size !== null && formatFileSize(file.size),
    file.name !== '' && file.caption,
    !src && file.place !== 'unknown' && placeInWords(file),
    file.place === 'device' && !file.isHeld && 'Not sent yet',
  ].filter(Boolean);
  return (
    <span className={classes.document}>
      {src ? <IconDownload size={18} aria-hidden /> : <IconFile size={18} aria-hidden />}
      <span>
        {src ? (
          <a href={src} download={file.name || true} target="_blank" rel="noopener">
            {name}
          </a>
        ) : (
          name
        )}
        <span className={classes.soft}> {about.join(' · ')}</span>
      </span>
    </span>
  );
}
