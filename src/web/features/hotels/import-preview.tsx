import { Button } from '@mantine/core';
import { useId, type ReactNode } from 'react';

import type { HotelImport } from '#domain/hotels/hotel-import.ts';
import { plural } from '#domain/plural.ts';
import { countWords, formatNumber } from '#web/lib/format.ts';
import { focusOn } from '#web/ui/focus-on.ts';
import { SaveRefusedRows } from '#web/ui/save-refused-rows.tsx';
import { ScrollingTable } from '#web/ui/scrolling-table.tsx';
import { UnreadParts } from '#web/ui/unread-parts.tsx';

import classes from './import-preview.module.css';

/** At most this many refused rows are listed. The count includes all of them. */
const listedRows = 200;

type Props = {
  fileName: string;
  outcome: HotelImport;
  onImport: () => void;
  onAgain: () => void;
  onClose: () => void;
};

/** Shows what the import will do or did: which hotels are new, which rows are refused, and why. */
export function ImportPreview({ fileName, outcome, onImport, onAgain, onClose }: Props) {
  const { preview, success, refused, errors, refusedRows, unreadColumns, unreadSheets } = outcome;
  const id = useId();
  return (
    <>
      <p className={classes.file}>{fileName}</p>
      <div
        key={String(preview)}
        id={id}
        role="group"
        aria-labelledby={id}
        className={classes.figures}
        ref={focusOn}
        tabIndex={-1}
      >
        <Figure
          count={success}
          words={preview ? plural(success, 'new hotel') : `${plural(success, 'hotel')} imported`}
        />
        <Figure count={refused} words={`${plural(refused, 'row')} refused`} />
      </div>
      <UnreadParts unreadColumns={unreadColumns} unreadSheets={unreadSheets} />
      {refused > 0 && <RefusedRows errors={errors} more={refused - listedRows} />}
      {success > 0 && <NewHotels outcome={outcome} />}
      {success === 0 && refused === 0 && <p>The file has no row below its headings.</p>}
      <div className={classes.foot}>
        <Button variant="default" onClick={onAgain}>
          Choose another file
        </Button>
        <SaveRefusedRows rows={refusedRows} fileName={fileName} />
        {preview ? (
          <Button disabled={success === 0} onClick={onImport}>
            {success === 0 ? 'Nothing to import' : `Import ${countWords(success, 'hotel')}`}
          </Button>
        ) : (
          <Button onClick={onClose}>Close</Button>
        )}
      </div>
    </>
  );
}

function Figure({ count, words }: { count: number; words: string }) {
  return (
    <p className={classes.figure}>
      <strong>{formatNumber(count)}</strong> {words}
    </p>
  );
}

function RefusedRows({ errors, more }: Pick<HotelImport, 'errors'> & { more: number }) {
  return (
    <Listed title="Refused rows" more={more} headings={['Row', 'Why']}>
      {errors.slice(0, listedRows).map(({ row, error }) => (
        <tr key={row}>
          <td>{formatNumber(row)}</td>
          <td>{error}</td>
        </tr>
      ))}
    </Listed>
  );
}

function NewHotels({ outcome: { preview, success, hotels } }: { outcome: HotelImport }) {
  return (
    <Listed
      title={preview ? 'New hotels' : 'Imported hotels'}
      more={success - hotels.length}
      headings={['Row', 'Hotel', 'Stage']}
    >
      {hotels.map(({ row, hotelId, hotelName, hotelCity, stage }) => (
        <tr key={row}>
          <td>{formatNumber(row)}</td>
          <td>
            {hotelName}
            <span className={classes.second}>
              {hotelId} · {hotelCity}
            </span>
          </td>
          <td>{stage}</td>
        </tr>
      ))}
    </Listed>
  );
}

type ListedProps = {
  title: string;
  /** How many rows are not listed. */
  more: number;
  headings: readonly string[];
  children: ReactNode;
};

function Listed({ title, more, headings, children }: ListedProps) {
  return (
    <section className={classes.section}>
      <h3 className={classes.title}>{title}</h3>
      <ScrollingTable name={title} headings={headings} maxHeight="14rem" more={more} isNumbered>
        {children}
      </ScrollingTable>
    </section>
  );
}
