import { Button, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';

import { longestCaption } from '#domain/evidence/evidence.ts';
import { changeCaption } from '#web/offline/files/kept-files.ts';
import type { StoredFile } from '#web/offline/store/records.ts';
import { currentStore } from '#web/offline/store/store.ts';
import { sendFilesSoon } from '#web/offline/sync/sync-status.ts';
import { LightBox } from '#web/ui/dialogs/light-box.tsx';
import { countText } from '#web/ui/text-count.ts';
import { toast } from '#web/ui/notices/toast.ts';

import classes from './evidence.module.css';
import { useKeptUrls } from './use-kept-url.ts';

type Props = {
  files: readonly StoredFile[];
  /** The name of each file. */
  names: readonly string[];
  /** The client id of the picture that was pressed. */
  opened: string;
  onClose: () => void;
  onRemove: (file: StoredFile) => void;
};

/** Shows the pictures of an answer that this device keeps, with their captions. */
export function KeptLightBox({ files, names, opened, onClose, onRemove }: Props) {
  const urls = useKeptUrls(files, 'bytes');
  if (!urls) return null;
  return (
    <LightBox
      pictures={files.map(({ clientId, kind, caption }, place) => ({
        key: clientId,
        src: urls.get(clientId) ?? 'data:,',
        alt: caption === '' ? (names[place] ?? '') : caption,
        ...(kind === 'signature' && { caption: `Signed by ${caption}` }),
      }))}
      start={files.findIndex(({ clientId }) => clientId === opened)}
      onClose={onClose}
      footer={(key) => {
        const file = files.find(({ clientId }) => clientId === key);
        return file && <Foot key={key} file={file} onRemove={() => onRemove(file)} />;
      }}
    />
  );
}

function Foot({ file, onRemove }: { file: StoredFile; onRemove: () => void }) {
  return (
    <div className={classes.foot}>
      {file.kind === 'photo' && <CaptionField file={file} />}
      <Button
        variant="subtle"
        color="red"
        leftSection={<IconTrash size={18} aria-hidden />}
        onClick={onRemove}
      >
        Remove {file.kind}
      </Button>
    </div>
  );
}

/**
 * Shows the field for a caption. The caption is stored when the person leaves the field, the picture or the
 * light box.
 */
function CaptionField({ file: { clientId, caption } }: { file: StoredFile }) {
  const [text, setText] = useState(caption);
  const count = countText(text, longestCaption);
  const store = () => {
    const given = text.replaceAll('\u0000', '').trim();
    if (given === caption || count.error) return;
    changeCaption(currentStore(), clientId, given).then(sendFilesSoon, () =>
      toast.error('Caption not saved', 'This device could not store it. Please try again.'),
    );
  };
  const leave = useEffectEvent(store);
  useEffect(() => () => leave(), []);
  return (
    <form
      className={classes.caption}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        store();
      }}
    >
      <TextInput
        label="Caption"
        {...count}
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={store}
      />
    </form>
  );
}
