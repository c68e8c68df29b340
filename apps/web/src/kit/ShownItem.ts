import { createContext } from 'react';

/** The item whose page is shown, and its revision; undefined where there is none, such as for drafts. */
export const ShownItem = createContext<{ itemId: string; revisionId: string | undefined } | undefined>(undefined);
