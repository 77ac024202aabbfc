import { useEffect, useState } from 'react';

/**
 * Returns the time in milliseconds since 1970, at most a minute old. It is for texts such as "5 minutes ago".
 */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
