import { ActionIcon, Loader, UnstyledButton } from '@mantine/core';
import { IconFile, IconPhoto, IconTrash } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { flushSync } from 'react-dom';

import { countWords } from '#web/lib/format.ts';
import { removeFile } from '#web/offline/files/kept-files.ts';
import type { StoredFile } from '#web/offline/store/records.ts';
import { currentStore } from '#web/offline/store/store.ts';
import { sendFilesSoon } from '#web/offline/sync/sync-status.ts';
import { confirm } from '#web/ui/dialogs/confirm.tsx';
import { toast } from '#web/ui/notices/toast.ts';

import classes from './evidence.module.css';
import type { PreviewUrl } from './use-adding.ts';
import { useKeptUrls } from './use-kept-url.ts';

const KeptLightBox = lazy(async () => ({
  default: (await import('./kept-light-box.tsx')).KeptLightBox,
}));

type Props = {
  files: readonly StoredFile[];
  /** How many more files are being added. */
  adding: number;
  preview: PreviewUrl | undefined;
};

/** Shows the row of files below an answer. A picture opens in the light box. */
export function KeptFiles({ files, adding, preview }: Props) {
  const [opened, setOpened] = useState<string | null>(null);
  if (files.length + adding === 0) return null;
  const pictures = files.filter(({ kind }) => kind !== 'document');
  const remove = async (file: StoredFile) => {
    // Close the light box first, so that the question opens from the row and the focus returns there.
    flushSync(() => setOpened(null));
    await askToRemove(file);
  };
  return (
    <>
      <ul className={classes.files}>
        {files.map((file) => (
          <li key={file.clientId}>
            {file.kind === 'document' ? (
              <DocumentTile file={file} onRemove={() => void remove(file)} />
            ) : (
              <Thumbnail
                file={file}
                name={nameOf(file, files)}
                preview={file.clientId === preview?.clientId ? preview.url : undefined}
                onOpen={() => setOpened(file.clientId)}
              />
            )}
          </li>
        ))}
        {adding > 0 && (
          <li className={classes.tile}>
            {preview?.isAdding && <img className={classes.preview} src={preview.url} alt="" />}
            <span className={classes.adding}>
              <Loader size={24} aria-hidden />
              Adding {adding}
            </span>
          </li>
        )}
      </ul>
      {opened !== null && (
        <Suspense fallback={null}>
          <KeptLightBox
            files={pictures}
            names={pictures.map((file) => nameOf(file, files))}
            opened={opened}
            onClose={() => setOpened(null)}
            onRemove={(file) => void remove(file)}
          />
        </Suspense>
      )}
    </>
  );
}

/** Returns for example "Photo 2", by its place among the question's files of that kind. */
function nameOf(file: StoredFile, files: readonly StoredFile[]): string {
  const kind = file.kind === 'signature' ? 'Signature' : 'Photo';
  return `${kind} ${files.filter((one) => one.kind === file.kind).indexOf(file) + 1}`;
}

async function askToRemove({ clientId, kind, name }: StoredFile): Promise<void> {
  const sure = await confirm({
    title: `Remove ${kind}`,
    message:
      kind === 'document'
        ? `“${name}” will be deleted, also where it was sent already.`
        : `The ${kind} will be deleted, also where it was sent already.`,
    confirmLabel: `Remove ${kind}`,
    danger: true,
  });
  if (!sure) return;
  try {
    await removeFile(currentStore(), clientId);
    sendFilesSoon();
  } catch {
    toast.error('Not removed', `This device could not delete the ${kind}. Please try again.`);
  }
}

type ThumbnailProps = {
  file: StoredFile;
  name: string;
  /** Shown until the thumbnail has been read. */
  preview: string | undefined;
  onOpen: () => void;
};

function Thumbnail({ file, name, preview, onOpen }: ThumbnailProps) {
  const url = useKeptUrls([file], 'thumbnail')?.get(file.clientId) ?? preview;
  const label = file.caption === '' ? name : `${name}: ${file.caption}`;
  return (
    <UnstyledButton className={classes.tile} aria-label={`Open ${label}`} onClick={onOpen}>
      {url === undefined ? (
        <IconPhoto size={24} stroke={1.6} aria-hidden />
      ) : (
        <img className={classes.picture} data-kind={file.kind} src={url} alt="" />
      )}
    </UnstyledButton>
  );
}

function DocumentTile({ file, onRemove }: { file: StoredFile; onRemove: () => void }) {
  return (
    <div className={classes.document}>
      <IconFile size={24} stroke={1.6} aria-hidden />
      <span className={classes.name}>
        {file.name}
        <span className={classes.size}>{countWords(Math.ceil(file.size / 1024), 'KB', 'KB')}</span>
      </span>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={44}
        aria-label={`Remove ${file.name}`}
        onClick={onRemove}
      >
        <IconTrash size={18} />
      </ActionIcon>
    </div>
  );
}
