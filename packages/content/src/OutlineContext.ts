import { createContext } from 'react';

/** Anchor of each header of the page, by component id. */
export const OutlineContext = createContext<ReadonlyMap<string, string>>(new Map());
