import { Button, Select } from '@mantine/core';

import { countWords, formatNumber } from '#web/lib/format.ts';
import type { HotelGroup } from './assign-by-brand.ts';
import classes from './hotels-field.module.css';

type Props = {
  /** All hotels first, then the brands. */
  groups: readonly HotelGroup[];
  onPick: (group: HotelGroup) => void;
};

/** Shows the choices that add or remove many hotels at once: all of them, or a whole brand. */
export function GroupPicker({ groups: [all, ...brands], onPick }: Props) {
  if (!all) return null;
  return (
    <div className={classes.groups}>
      <Select
        label="By brand"
        placeholder="Add or remove a whole brand"
        data={brands.map((group) => ({
          value: group.brand ?? '',
          label: wordsOf(group),
          disabled: group.ids.length === 0,
        }))}
        // Nothing stays selected here, because the list below shows what the choice has changed.
        value={null}
        onChange={(brand) => {
          const group = brands.find((one) => one.brand === brand);
          if (group) onPick(group);
        }}
        limit={200}
        nothingFoundMessage="No brand found"
        searchable
      />
      <Button variant="default" disabled={all.ids.length === 0} onClick={() => onPick(all)}>
        {all.missing > 0 ? `Add all ${formatNumber(all.size)} hotels` : 'Remove all hotels'}
      </Button>
    </div>
  );
}

/** Returns for example "Vesper: add 12 of 15 hotels" or "Vesper: remove 15 hotels". */
function wordsOf({ brand, size, ids, missing }: HotelGroup): string {
  if (ids.length === 0) return `${brand}: assigned in Hotel Management`;
  if (missing === 0) return `${brand}: remove ${countWords(ids.length, 'hotel')}`;
  if (missing === size) return `${brand}: add ${countWords(size, 'hotel')}`;
  return `${brand}: add ${formatNumber(missing)} of ${countWords(size, 'hotel')}`;
}
