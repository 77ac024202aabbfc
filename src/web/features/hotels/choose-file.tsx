import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useId, useState } from 'react';

import { hotelImportFormats } from '#domain/hotels/hotel-import.ts';
import classes from './choose-file.module.css';
import { TemplateButton } from './hotels-actions.tsx';

type Props = {
  /** Why the last one cannot be used. */
  refusal: string | undefined;
  onChoose: (file: File) => void;
};

/** A file by its picker, or dropped on it: it lies over the whole area. */
export function ChooseFile({ refusal, onChoose }: Props) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  return (
    <>
      <p className={classes.lead}>
        The file has one hotel in each row below a row of headings, as in the template. Nothing is
        imported before you have seen what will happen.
      </p>
      <label className={classes.drop} data-over={isOver}>
        <IconFileSpreadsheet size={32} stroke={1.4} aria-hidden />
        <span className={classes.words}>Choose a file, or drop it here</span>
        <span className={classes.hint}>.xlsx, .xls or .csv, up to 10 MB</span>
        <input
          type="file"
          className={classes.input}
          accept={hotelImportFormats.map((format) => `.${format}`).join(',')}
          aria-describedby={refusal && id}
          aria-invalid={refusal !== undefined}
          onDragEnter={() => setOver(true)}
          onDragLeave={() => setOver(false)}
          onDrop={() => setOver(false)}
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0];
            if (file) onChoose(file);
            // The same file may be chosen again, mended.
            currentTarget.value = '';
          }}
        />
      </label>
      <p id={id} role="alert" className={classes.refusal}>
        {refusal}
      </p>
      <TemplateButton variant="subtle" />
    </>
  );
}
