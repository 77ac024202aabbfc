import { VisuallyHidden } from '@mantine/core';
import { useEffect } from 'react';

const place = 'said';

/**
 * Where {@link Say} puts its words. A screen reader reads out what changes within a region; a region
 * that comes to the page together with its words is often passed over. So it is there from the start.
 */
export function SayPlace() {
  return <VisuallyHidden id={place} role="status" />;
}

/** Has these words read out, for as long as it is on the page. Shows nothing. */
export function Say({ words }: { words: string }) {
  useEffect(() => {
    const region = document.getElementById(place);
    if (!region) return undefined;
    region.textContent = words;
    return () => {
      if (region.textContent === words) region.textContent = '';
    };
  }, [words]);
  return null;
}
