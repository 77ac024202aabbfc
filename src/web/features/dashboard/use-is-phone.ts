import { useMediaQuery } from '@mantine/hooks';

/** Whether lists begin with fewer rows, so that two screens of a phone show all. */
export function useIsPhone(): boolean {
  // Asked before the first paint, so that nothing moves after it.
  return useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
}
