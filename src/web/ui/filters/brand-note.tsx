import { useQuery } from '@tanstack/react-query';

import { choicesQuery } from '#web/offline/readings/choices-reading.ts';
import classes from './brand-note.module.css';

type Props = { brand: string | undefined; children: string };

/**
 * Says which brand of a hotel the filter by brand goes by: the one of that time, or the one of now. Shown while a
 * brand is chosen, if a hotel with responses has changed its brand. Without such a hotel both are the same.
 */
export function BrandNote({ brand, children }: Props) {
  const hasChanged = useQuery(choicesQuery).data?.formerBrands !== undefined;
  return brand !== undefined && hasChanged ? <p className={classes.note}>{children}</p> : null;
}
