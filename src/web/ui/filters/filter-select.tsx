import { Combobox, Input, Select, type SelectProps } from '@mantine/core';
import { useId, useState } from 'react';

import { Deferred } from '#web/ui/deferred.tsx';
import { floating } from '#web/ui/theme/theme.ts';

/**
 * Renders a filter in steps. First it renders only its field, which is a fifth of the work, so that
 * a screen with many filters appears soon. It renders the options when the field gets the focus,
 * because there may be hundreds and most visits need none.
 */
export function FilterSelect<Value extends string = string>(props: SelectProps<Value>) {
  const [isReached, setReached] = useState(false);
  return (
    <Deferred inTurn fallback={<Field {...props} />}>
      <Select<Value>
        onFocus={() => setReached(true)}
        clearable
        {...props}
        comboboxProps={{
          ...floating.comboboxProps,
          ...props.comboboxProps,
          keepMounted: isReached,
        }}
      />
    </Deferred>
  );
}

/** Looks like the closed select. A TextInput would render twice, to replace its own id. */
function Field<Value extends string>({
  label,
  placeholder,
  className,
  value,
  data = [],
}: SelectProps<Value>) {
  const chosen = data.find((option) =>
    typeof option === 'object' && 'value' in option ? option.value === value : option === value,
  );
  const shown = typeof chosen === 'object' && 'label' in chosen ? chosen.label : chosen;
  const id = useId();
  return (
    <div className={`mantine-InputWrapper-root ${className ?? ''}`}>
      <Input.Label htmlFor={id}>{label}</Input.Label>
      <Input
        id={id}
        placeholder={placeholder}
        value={typeof shown === 'string' ? shown : ''}
        rightSection={<Combobox.Chevron />}
        tabIndex={-1}
        readOnly
      />
    </div>
  );
}
