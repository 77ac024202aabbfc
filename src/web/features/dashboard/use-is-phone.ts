import { useMediaQuery } from '@mantine/hooks';

/**
 * Returns whether the window is a phone's. Lists then begin with fewer rows, so that the dashboard fits two
 * screens.
 */
export function useIsPhone(): boolean {
  // Read the value before the first paint, so that nothing moves after it.
  return useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
}
