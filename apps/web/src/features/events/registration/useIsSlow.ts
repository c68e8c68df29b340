import { useEffect, useState } from 'react';

const SLOW_MS = 1000;

/**
 * Whether a change has been pending for a second. The new state is already on the screen and announced, so a spinner
 * without this delay would announce "In progress" right after it.
 */
export function useIsSlow(isPending: boolean): boolean {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isPending) return;
    const timer = setTimeout(() => setIsSlow(true), SLOW_MS);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [isPending]);
  return isSlow;
}
