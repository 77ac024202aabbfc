import { VisuallyHidden } from '@mantine/core';
import { useEffect } from 'react';

const place = 'said';

/**
 * Renders the live region into which {@link Say} puts its words. Screen readers read out changes in
 * a region, but often skip a region that appears together with its words. So it must be there from
 * the start.
 */
export function SayPlace() {
  return <VisuallyHidden id={place} role="status" />;
}

/** Makes screen readers read out these words. It renders nothing, and clears the words when it unmounts. */
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
