import { noteReading } from '@portico/contracts/readings';
import { afterFirstPaint } from '@portico/ui/afterFirstPaint';
import { useEffect } from 'react';
import { call } from '../api/call.ts';
import { readActingFor } from '../sign-in/actingFor.ts';

/**
 * Has the server count that the page of a published item is shown, once the tab is visible: pages are fetched before
 * they are shown, and opened in the background. Not for somebody else, who is not the one who reads.
 */
export function useNoteReading(itemId: string, isPublished: boolean): void {
  useEffect(() => {
    if (!isPublished || readActingFor() !== undefined) return undefined;
    const stopped = new AbortController();
    const note = async () => {
      if (document.visibilityState !== 'visible') return;
      stopped.abort();
      await afterFirstPaint();
      // Offline, it is not counted.
      await call(noteReading, { params: { itemId } }).catch(() => undefined);
    };
    document.addEventListener('visibilitychange', () => void note(), { signal: stopped.signal });
    void note();
    return () => stopped.abort();
  }, [itemId, isPublished]);
}
