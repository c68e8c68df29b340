import { useEffect } from 'react';

/** Scrolls to the target of the address's hash once the content has loaded; the browser tried too early. */
export function useHashTarget(): void {
  useEffect(() => {
    const id = decodeHash(location.hash);
    if (id !== '') document.getElementById(id)?.scrollIntoView();
  }, []);
}

function decodeHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return '';
  }
}
