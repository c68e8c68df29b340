import { createContext } from 'react';

interface Shown {
  itemId: string;
  /** Undefined for drafts. */
  revisionId: string | undefined;
  /** Whether the page shows only the part that asks its reader for something. */
  isPartial: boolean;
  showPart: (isPartial: boolean) => void;
}

/** The item whose page is shown, and its revision; undefined where there is none. */
export const ShownItem = createContext<Shown | undefined>(undefined);
