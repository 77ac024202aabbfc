import { IconFileSpreadsheet } from '@tabler/icons-react';

import { hotelImportFormats, largestHotelImport } from '#domain/hotels/hotel-import.ts';
import { acceptOf, inWords, megabytes } from '#web/lib/chosen-file.ts';
import { FileDrop } from '#web/ui/file-drop.tsx';
import classes from './choose-file.module.css';
import { TemplateButton } from './hotels-actions.tsx';

type Props = {
  /** Why the file chosen last cannot be used. */
  refusal: string | undefined;
  onChoose: (file: File) => void;
};

export function ChooseFile({ refusal, onChoose }: Props) {
  return (
    <>
      <p className={classes.lead}>
        The file has one hotel in each row below a row of headings, as in the template. Nothing is
        imported before you have seen what will happen.
      </p>
      <FileDrop
        icon={<IconFileSpreadsheet size={32} stroke={1.4} aria-hidden />}
        words="Choose a file, or drop it here"
        hint={`${inWords(hotelImportFormats)}, up to ${megabytes(largestHotelImport)} MB`}
        accept={acceptOf({ formats: hotelImportFormats })}
        refusal={refusal}
        onChoose={onChoose}
      />
      <TemplateButton variant="subtle" />
    </>
  );
}
