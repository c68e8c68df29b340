import { useEffect } from 'react';

/** Brings the part of the page that the address names into view once the page's content is there; the browser looked for it too early. */
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
