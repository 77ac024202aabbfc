import { Alert, Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCamera,
  IconFile,
  IconPhoto,
  IconSignature,
} from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';

import { documentTypes } from '#domain/documents/document.ts';
import type { InterviewAction } from '#web/features/interviews/interview-state.ts';
import { acceptOf } from '#web/lib/chosen-file.ts';
import { countWords } from '#web/lib/format.ts';
import { startPictureWorker } from '#web/lib/pictures/ask-picture-worker.ts';
import type { StoredFile } from '#web/offline/store/records.ts';
import { Say } from '#web/ui/notices/say.tsx';

import { ChooseFiles } from './choose-files.tsx';
import { KeptFiles } from './kept-files-row.tsx';
import type { ChosenKind } from './add-files.ts';
import type { EvidencePlace } from './room-for.ts';
import classes from './evidence.module.css';
import { useAdding } from './use-adding.ts';

const loadSigning = () => import('./sign-dialog.tsx');
const SignDialog = lazy(async () => ({ default: (await loadSigning()).SignDialog }));

type Props = {
  place: EvidencePlace;
  /** The question's files. */
  files: readonly StoredFile[];
  /** True when the phone closed the page behind the camera. */
  isLost: boolean;
  takesFocus: boolean;
  act: (action: InterviewAction) => void;
};

/** Shows the files of an answer, and the buttons that add photos, documents and signatures. */
export function TakeEvidence({ place, files, isLost, takesFocus, act }: Props) {
  const { adding, added, preview, refusals, add } = useAdding(place, files, act);
  return (
    <section className={classes.evidence} aria-label="Evidence of this answer">
      {isLost && (
        <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} role="alert">
          The photo did not arrive: the phone closed this page while the camera was open. Take it
          again or choose it from the gallery.
        </Alert>
      )}
      <Ways place={place} takesFocus={takesFocus} act={act} add={add} />
      {refusals.length > 0 && (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} role="alert">
          {refusals.map((words) => (
            <p key={words} className={classes.refusal}>
              {words}
            </p>
          ))}
        </Alert>
      )}
      <KeptFiles files={files} adding={adding} preview={preview} />
      {adding > 0 && <Say words={`Adding ${countWords(adding, 'file')}…`} />}
      {adding === 0 && added > 0 && (
        <Say words={`This answer has ${countWords(files.length, 'file')}.`} />
      )}
    </section>
  );
}

type WaysProps = Pick<Props, 'place' | 'takesFocus' | 'act'> & {
  add: (kind: ChosenKind, files: readonly File[]) => Promise<void>;
};

/** Shows the buttons that add a photo, a document or a signature. */
function Ways({ place, takesFocus, act, add }: WaysProps) {
  const open = () => act({ type: 'await' });
  const openForPhotos = () => {
    open();
    startPictureWorker();
  };
  return (
    <div className={classes.ways} role="group" aria-label="Add evidence">
      <ChooseFiles
        icon={<IconCamera size={18} aria-hidden />}
        accept="image/*"
        isCamera
        takesFocus={takesFocus}
        onOpen={openForPhotos}
        onClosed={(chosen) => void add('photo', chosen)}
      >
        Take a photo
      </ChooseFiles>
      <ChooseFiles
        icon={<IconPhoto size={18} aria-hidden />}
        accept="image/*"
        isMultiple
        onOpen={openForPhotos}
        onClosed={(chosen) => void add('photo', chosen)}
      >
        From gallery
      </ChooseFiles>
      <ChooseFiles
        icon={<IconFile size={18} aria-hidden />}
        accept={acceptOf({ formats: documentTypes })}
        isMultiple
        onOpen={open}
        onClosed={(chosen) => void add('document', chosen)}
      >
        Document
      </ChooseFiles>
      <Sign place={place} />
    </div>
  );
}

function Sign({ place }: { place: EvidencePlace }) {
  const [isNeeded, setNeeded] = useState(false);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconSignature size={18} aria-hidden />}
        onPointerEnter={() => void loadSigning()}
        onClick={() => {
          setNeeded(true);
          setOpen(true);
        }}
      >
        Signature
      </Button>
      {isNeeded && (
        <Suspense fallback={null}>
          <SignDialog place={place} isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
