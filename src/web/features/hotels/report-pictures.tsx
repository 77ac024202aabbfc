import { useState } from 'react';

import {
  mostSignatures,
  type HotelReport,
  type ReportedPicture,
} from '#domain/results/hotel-report.ts';
import { countWords, formatDate } from '#web/lib/format.ts';
import { useIsOnline } from '#web/offline/sync/sync-status.ts';
import { nameOfFile } from '#web/ui/evidence/evidence-words.ts';
import { evidencePath } from '#web/lib/evidence-path.ts';
import classes from './report-pictures.module.css';
import { Section } from './report-section.tsx';

type PhotosProps = { photos: readonly ReportedPicture[]; morePhotos: number };

/** Shows the photos beside a finding, with their captions, and how many others the interview has. */
export function ReportPhotos({ photos, morePhotos }: PhotosProps) {
  return (
    <>
      {photos.length > 0 && (
        <ul className={classes.photos}>
          {photos.map((photo, place) => (
            <li key={photo.fileId}>
              <Picture picture={photo} number={place + 1} />
              {photo.caption && <span className={classes.caption}>{photo.caption}</span>}
            </li>
          ))}
        </ul>
      )}
      {morePhotos > 0 && (
        <p className={classes.caption}>{countWords(morePhotos, 'more photo')} in the interview</p>
      )}
    </>
  );
}

type SignaturesProps = { report: Pick<HotelReport, 'signatures' | 'moreSignatures'> };

/** Shows the signatures at the end, each with its printed name. */
export function Signatures({ report: { signatures, moreSignatures } }: SignaturesProps) {
  if (signatures.length === 0) return null;
  return (
    <Section title="Signatures">
      {moreSignatures && (
        <p className={classes.caption}>The latest {mostSignatures}. There are more.</p>
      )}
      <ul className={classes.signatures}>
        {signatures.map((one) => (
          <li key={one.fileId}>
            <Picture picture={one} number={1} />
            <span className={classes.caption}>
              {[one.caption, formatDate(one.completedAt)].filter(Boolean).join(', ')}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/**
 * Shows a picture. The browser loads it at once, even far down the sheet, because a printed page shows only
 * loaded pictures.
 */
function Picture({ picture, number }: { picture: ReportedPicture; number: number }) {
  const { fileId, kind, hasThumbnail } = picture;
  const isOnline = useIsOnline();
  const [hasFailed, setFailed] = useState(false);
  const part = kind === 'photo' && hasThumbnail ? 'thumbnail' : 'file';
  if (hasFailed)
    return (
      <span className={classes.none}>
        {isOnline ? 'This picture could not be loaded' : 'This picture is on the server'}
      </span>
    );
  return (
    <img
      src={evidencePath(fileId, part)}
      alt={nameOfFile({ ...picture, name: '' }, number)}
      loading="eager"
      onError={() => setFailed(true)}
    />
  );
}
