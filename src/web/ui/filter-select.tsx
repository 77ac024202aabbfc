import { Select, type SelectProps } from '@mantine/core';
import { useState } from 'react';

import { floating } from './theme.ts';

/**
 * A filter. Its options are drawn once somebody comes to it: there may be hundreds, and most visits
 * ask for none.
 */
export function FilterSelect<Value extends string = string>(props: SelectProps<Value>) {
  const [isReached, setReached] = useState(false);
  return (
    <Select<Value>
      comboboxProps={{ ...floating.comboboxProps, keepMounted: isReached }}
      onFocus={() => setReached(true)}
      clearable
      {...props}
    />
  );
}
