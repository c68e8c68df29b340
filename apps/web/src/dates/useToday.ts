import { useSyncExternalStore } from 'react';
import { dayOf, startOfDay } from './days.ts';

function subscribe(onChange: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    timer = setTimeout(
      () => {
        onChange();
        wait();
      },
      Math.max(1000, Date.parse(startOfDay(dayOf(new Date()), 1)) - Date.now()),
    );
  };
  wait();
  // A timer fires late on a computer that slept past midnight.
  document.addEventListener('visibilitychange', onChange);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onChange);
  };
}

/** The reader's day, `yyyy-MM-dd`; rerenders the component when the next one begins. */
export function useToday(): string {
  return useSyncExternalStore(subscribe, () => dayOf(new Date()));
}
