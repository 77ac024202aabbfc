import { Button } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';

type Props = {
  onClear: () => void;
  /** `subtle` beside the filters. `default` when nothing matches and this is the only button. */
  variant?: 'subtle' | 'default';
};

export function ClearFilters({ onClear, variant = 'subtle' }: Props) {
  return (
    <Button
      variant={variant}
      leftSection={<IconFilterOff size={18} stroke={1.6} aria-hidden />}
      onClick={onClear}
    >
      Clear filters
    </Button>
  );
}
