import { Button, Checkbox, Stack, TextInput } from '@mantine/core';
import {
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useRef,
  useState,
  type Ref,
  type RefObject,
} from 'react';

import { longestCaption } from '#domain/evidence/evidence.ts';
import { useBackGuard } from '#web/lib/use-unsaved-guard.ts';
import { filesOf, keepFile } from '#web/offline/files/kept-files.ts';
import { currentStore } from '#web/offline/store/store.ts';
import { sendFilesSoon } from '#web/offline/sync/sync-status.ts';
import { DialogFoot } from '#web/ui/dialogs/dialog-foot.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { focusOn } from '#web/ui/focus-on.ts';
import { mustFill } from '#web/ui/must-fill.ts';
import { countText } from '#web/ui/text-count.ts';
import { trackPendingFile } from '#web/offline/files/pending-files.ts';
import { whyNotKept } from './add-files.ts';
import classes from './evidence.module.css';
import { roomFor, tooManyWords, type EvidencePlace } from './room-for.ts';
import {
  drawAgain,
  drawName,
  drawOn,
  signatureSize,
  toPngs,
  type Drawing,
  type DrawingArea,
} from './signature-drawing.ts';

type Props = {
  place: EvidencePlace;
  isOpen: boolean;
  onClose: () => void;
  /** The name of the file. */
  file?: string;
  title?: string;
  /** The printed name that the form begins with. */
  signer?: string;
};

/**
 * Shows the dialog that takes a signature. People draw it with a finger, a pen or the mouse, or type it. They
 * always enter their name.
 */
export function SignDialog({ isOpen, title = 'Signature', ...form }: Props) {
  // The dialog's own check knows only fields, and a drawing is none.
  const isBegun = useRef(() => false);
  useBackGuard(() => isOpen && isBegun.current());
  return (
    <Dialog
      opened={isOpen}
      onClose={form.onClose}
      title={title}
      size="lg"
      asksIf={() => isBegun.current()}
    >
      <SignForm {...form} isBegun={isBegun} />
    </Dialog>
  );
}

type FormProps = Omit<Props, 'isOpen' | 'title'> & {
  /** Gets a function that returns whether somebody has drawn or changed the name. */
  isBegun: Ref<() => boolean>;
};

function SignForm({ place, onClose, file = 'signature.png', signer = '', isBegun }: FormProps) {
  const area = useRef<DrawingArea>(null);
  const nameField = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(signer);
  const [isTyped, setTyped] = useState(false);
  const { errors, isKeeping, keep, mend } = useKeeping(place, file, onClose, nameField);
  const count = countText(name, longestCaption);
  useImperativeHandle(isBegun, () => () => name.trim() !== signer || hasDrawn(area.current));
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!count.error) void keep(name, isTyped ? null : (area.current?.drawing() ?? null));
      }}
    >
      <Stack gap="md">
        <SigningArea
          onReady={(drawing) => {
            area.current = drawing;
          }}
          onBegin={() => mend('drawing')}
          typed={isTyped ? name : null}
          error={errors.drawing}
        />
        <Checkbox
          label="Sign by typing the name"
          data-autofocus
          checked={isTyped}
          onChange={(event) => {
            setTyped(event.currentTarget.checked);
            mend('drawing');
          }}
        />
        <TextInput
          ref={nameField}
          label="Printed name"
          {...mustFill}
          {...count}
          error={count.error ?? errors.name}
          autoComplete="off"
          value={name}
          onChange={(event) => {
            setName(event.currentTarget.value);
            mend('name');
          }}
        />
      </Stack>
      <Foot isTyped={isTyped} isKeeping={isKeeping} onAgain={() => area.current?.clear()} />
    </form>
  );
}

const hasDrawn = (area: DrawingArea | null) => (area?.drawing().strokes.length ?? 0) > 0;

type FootProps = { isTyped: boolean; isKeeping: boolean; onAgain: () => void };

function Foot({ isTyped, isKeeping, onAgain }: FootProps) {
  return (
    <DialogFoot>
      <Button variant="default" size="lg" disabled={isTyped} onClick={onAgain}>
        Draw again
      </Button>
      <Button type="submit" size="lg" loading={isKeeping}>
        Keep signature
      </Button>
    </DialogFoot>
  );
}

type Errors = { name?: string; drawing?: string };

/**
 * Returns a function that stores the signature, and the errors of the form. A missing name focuses its field, so
 * that a screen reader reads the error out.
 */
function useKeeping(
  place: EvidencePlace,
  file: string,
  onKept: () => void,
  nameField: RefObject<HTMLInputElement | null>,
) {
  const [errors, setErrors] = useState<Errors>({});
  const [isKeeping, setKeeping] = useState(false);
  /** `drawing` is null for a name that is typed. */
  const keep = async (typed: string, drawing: Drawing | null) => {
    const name = typed.replaceAll('\u0000', '').trim();
    const missing: Errors = {
      ...(name === '' && { name: 'Printed name is required' }),
      ...(drawing?.strokes.length === 0 && {
        drawing: 'There is no signature yet. Draw it, or sign by typing the name.',
      }),
    };
    setErrors(missing);
    if (missing.name !== undefined) focusOn(nameField.current);
    if (Object.keys(missing).length > 0) return;
    setKeeping(true);
    const draw = () => (drawing ? drawAgain(drawing) : drawName(name));
    const refusal = await trackPendingFile(keepSignature(place, { file, name }, draw));
    setKeeping(false);
    if (refusal === null) onKept();
    else setErrors({ drawing: refusal });
  };
  /** Removes the error of a field that the person is filling in now. */
  const mend = (field: keyof Errors) => setErrors(({ [field]: _, ...others }) => others);
  return { errors, isKeeping, keep, mend };
}

type AreaProps = {
  /** Called with the area once it can be drawn on. */
  onReady: (area: DrawingArea) => void;
  /** Called when a stroke begins. */
  onBegin: () => void;
  /** The name to show as the signature; null to draw one. */
  typed: string | null;
  error: string | undefined;
};

function SigningArea({ onReady, onBegin, typed, error }: AreaProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const id = useId();
  const ready = useEffectEvent(onReady);
  useEffect(() => {
    if (!canvas.current) return undefined;
    const area = drawOn(canvas.current);
    ready(area);
    return () => area.leave();
  }, []);
  return (
    <div>
      <div className={classes.signing}>
        <canvas
          ref={canvas}
          onPointerDown={onBegin}
          role="img"
          aria-label="Sign here with a finger, a pen or the mouse"
          aria-describedby={error === undefined ? undefined : id}
        />
        {typed !== null && <p className={classes.typed}>{typed}</p>}
      </div>
      <p id={id} role="alert" className={classes.error}>
        {error}
      </p>
    </div>
  );
}

/** Stores a signature. Returns why it could not be stored; null when it is on the disk. */
async function keepSignature(
  place: EvidencePlace,
  { file, name }: { file: string; name: string },
  draw: () => HTMLCanvasElement,
): Promise<string | null> {
  const store = currentStore();
  try {
    const room = roomFor('signature', await filesOf(store, place.interviewId), place);
    if (room.left === 0)
      return tooManyWords('signature', { chosen: 1, added: 0, limit: room.limit });
    const about = { name: file, mediaType: 'image/png', caption: name };
    const drawn = { ...(await toPngs(draw())), ...signatureSize };
    const takenAt = Date.now();
    await keepFile(store, { ...place, kind: 'signature', ...about, ...drawn, takenAt });
    sendFilesSoon();
    return null;
  } catch (error) {
    return whyNotKept(error, 'signature');
  }
}
