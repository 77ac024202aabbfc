import { VisuallyHidden } from '@mantine/core';
import { useEffect } from 'react';

const place = 'said';

/**
 * Renders the live region into which {@link Say} puts its words. Screen readers read out changes in
 * a region, but often skip a region that appears together with its words. So it must be there from
 * the start. Not atomic: where several parts of the page have words, only those that are new are read.
 */
export function SayPlace() {
  return <VisuallyHidden id={place} role="status" aria-atomic={false} />;
}

/**
 * Makes screen readers read out these words. It renders nothing, and clears the words when it unmounts. Several may have
 * words at the same time: each has a line of its own, so none replaces what another just said.
 */
export function Say({ words }: { words: string }) {
  useEffect(() => {
    const line = document.createElement('p');
    line.textContent = words;
    document.getElementById(place)?.append(line);
    return () => line.remove();
  }, [words]);
  return null;
}
