import { useId, useState, type ReactNode } from 'react';

import classes from './file-drop.module.css';

type Props = {
  icon: ReactNode;
  words: string;
  /** Which files are accepted, and how large they may be. */
  hint: string;
  /** Endings, such as `.csv,.xlsx`. */
  accept: string;
  /** Why the chosen file is not accepted. */
  refusal: string | undefined;
  onChoose: (file: File) => void;
};

/** Lets the person choose a file or drop one. The file input covers the whole area. */
export function FileDrop({ icon, words, hint, accept, refusal, onChoose }: Props) {
  const [isOver, setOver] = useState(false);
  const id = useId();
  return (
    <>
      <label className={classes.drop} data-over={isOver}>
        {icon}
        <span className={classes.words}>{words}</span>
        <span className={classes.hint}>{hint}</span>
        <input
          type="file"
          // In a dialog, it has the focus first.
          data-autofocus
          className={classes.input}
          accept={accept}
          aria-describedby={refusal && id}
          aria-invalid={refusal !== undefined}
          onDragEnter={() => setOver(true)}
          onDragLeave={() => setOver(false)}
          onDrop={() => setOver(false)}
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0];
            if (file) onChoose(file);
            // The person may correct the same file and choose it again.
            currentTarget.value = '';
          }}
        />
      </label>
      <p id={id} role="alert" className={classes.refusal}>
        {refusal}
      </p>
    </>
  );
}
