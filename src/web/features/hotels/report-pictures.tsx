import { useState } from 'react';

import type { HotelReport, ReportedPicture } from '#domain/results/hotel-report.ts';
import { formatDate } from '#web/lib/format.ts';
import { useIsOnline } from '#web/offline/sync/sync-status.ts';
import { nameOfFile } from '#web/ui/evidence/evidence-words.ts';
import { evidencePath } from '#web/lib/evidence-path.ts';
import classes from './report-pictures.module.css';
import { Section } from './report-section.tsx';

/** Shows the photos beside a finding, with their captions. */
export function ReportPhotos({ photos }: { photos: readonly ReportedPicture[] }) {
  if (photos.length === 0) return null;
  return (
    <ul className={classes.photos}>
      {photos.map((photo, place) => (
        <li key={photo.fileId}>
          <Picture picture={photo} number={place + 1} />
          {photo.caption && <span className={classes.caption}>{photo.caption}</span>}
        </li>
      ))}
    </ul>
  );
}

/** Shows the signatures at the end, each with its printed name. */
export function Signatures({ report: { signatures } }: { report: HotelReport }) {
  if (signatures.length === 0) return null;
  return (
    <Section title="Signatures">
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
