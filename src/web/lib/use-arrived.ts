import { useDeferredValue } from 'react';

/**
 * Whether it is here, told when there is time: what its arrival brings to the screen is drawn in
 * small pieces of work, between which a slow phone still scrolls and takes a touch. What changes
 * once it has arrived is not held up.
 */
export function useArrived(isHere: boolean): boolean {
  return useDeferredValue(isHere) && isHere;
}
