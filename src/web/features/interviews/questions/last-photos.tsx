import { IconPhoto } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState } from 'react';

import { plural } from '#domain/plural.ts';
import type { Said } from '#domain/rounds/reassessment.ts';
import { evidencePath } from '#web/lib/evidence-path.ts';
import { countWords } from '#web/lib/format.ts';
import { keptPhotos } from '#web/offline/files/last-photos.ts';
import { useIsOnline } from '#web/offline/sync/sync-status.ts';
import { nameOfFile } from '#web/ui/evidence/evidence-words.ts';

import classes from './last-photos.module.css';

const load = () => import('#web/ui/dialogs/light-box.tsx');
const LightBox = lazy(async () => ({ default: (await load()).LightBox }));

/** The most photos that are shown beside one answer. The light box shows the others. */
const mostShown = 6;

type Props = { roundId: number; photos: Said['files'] };

/**
 * Shows the photos of a previous answer as thumbnails, which open in a light box. Without a connection it shows
 * the thumbnails that this device has, and says how many are missing.
 */
export function LastPhotos({ roundId, photos }: Props) {
  const isOnline = useIsOnline();
  const kept = useKeptPhotos(roundId);
  const [opened, open] = useState<string>();
  if (!kept) return <div className={classes.space} />;
  const known = photos.map((photo, place) => knownOf(photo, place, kept, isOnline));
  const pictures = known.flatMap(({ src, ...one }) => (src ? [{ ...one, src }] : []));
  const away = known.length - pictures.length;
  const start = pictures.findIndex(({ key }) => key === opened);
  return (
    <>
      {pictures.length > 0 && <Row pictures={pictures} onOpen={open} />}
      {away > 0 && (
        <p className={classes.away}>
          {countWords(away, 'photo')} {plural(away, 'needs', 'need')} a connection.
        </p>
      )}
      {start >= 0 && (
        <Suspense>
          <LightBox pictures={pictures} start={start} onClose={() => open(undefined)} />
        </Suspense>
      )}
    </>
  );
}

/** Returns a photo with its addresses. `src` is absent when the photo can be seen only with a connection. */
function knownOf(
  photo: Said['files'][number],
  place: number,
  kept: ReadonlyMap<string, string>,
  isOnline: boolean,
) {
  const { fileId, hasThumbnail, caption } = photo;
  const here = kept.get(fileId);
  const isSmall = !isOnline && 'A small copy. The photo itself needs a connection.';
  return {
    key: fileId,
    alt: nameOfFile({ ...photo, name: '' }, place + 1),
    small: here ?? evidencePath(fileId, hasThumbnail ? 'thumbnail' : 'file'),
    src: isOnline ? evidencePath(fileId, 'file') : here,
    caption: [caption, isSmall].filter(Boolean).join(' · '),
  };
}

type RowProps = {
  pictures: readonly { key: string; alt: string; small: string }[];
  onOpen: (key: string) => void;
};

function Row({ pictures, onOpen }: RowProps) {
  const next = pictures[mostShown];
  const more = pictures.length - mostShown;
  return (
    <ul className={classes.photos} aria-label="Former photos">
      {pictures.slice(0, mostShown).map(({ key, alt, small }) => (
        <li key={key}>
          <Photo {...{ alt, small }} onOpen={() => onOpen(key)} />
        </li>
      ))}
      {next && (
        <li>
          <button
            type="button"
            className={classes.photo}
            aria-label={countWords(more, 'more photo')}
            onClick={() => onOpen(next.key)}
          >
            +{more}
          </button>
        </li>
      )}
    </ul>
  );
}

type PhotoProps = {
  alt: string;
  /** The address of its small copy. */
  small: string;
  onOpen: () => void;
};

function Photo({ alt, small, onOpen }: PhotoProps) {
  const [failed, setFailed] = useState<string>();
  return (
    <button
      type="button"
      className={classes.photo}
      aria-label={`Open ${alt}`}
      onPointerEnter={() => void load()}
      onClick={onOpen}
    >
      {failed === small ? (
        <IconPhoto size={20} stroke={1.5} aria-hidden />
      ) : (
        <img src={small} alt="" onError={() => setFailed(small)} />
      )}
    </button>
  );
}

/** Returns the addresses of the thumbnails that this device has; undefined until they have been read. */
function useKeptPhotos(roundId: number): ReadonlyMap<string, string> | undefined {
  const [urls, setUrls] = useState<ReadonlyMap<string, string>>();
  useEffect(() => {
    const made = new Map<string, string>();
    let isOver = false;
    const read = async () => {
      // If the store cannot be read, continue as if it had no thumbnails.
      const kept = await keptPhotos(roundId).catch(() => new Map<string, ArrayBuffer>());
      if (isOver) return;
      for (const [fileId, bytes] of kept) made.set(fileId, URL.createObjectURL(new Blob([bytes])));
      setUrls(made);
    };
    void read();
    return () => {
      isOver = true;
      for (const url of made.values()) URL.revokeObjectURL(url);
    };
  }, [roundId]);
  return urls;
}
