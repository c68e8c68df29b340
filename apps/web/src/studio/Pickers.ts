import { createContext } from 'react';
import type { DocumentFormat, ImageRef } from '@portico/kinds/media';

export interface PickedDocument {
  documentId: string;
  title: string;
  format: DocumentFormat;
  bytes: number;
}

/** Dialogs for choosing what a component refers to. Each resolves to undefined if nothing was chosen. */
export interface Pickers {
  picture: () => Promise<ImageRef | undefined>;
  document: () => Promise<PickedDocument | undefined>;
  /** `current` is the current address of the link. */
  link: (current?: string) => Promise<string | undefined>;
}

/**
 * Provided once, around canvas and panel. Without it, addresses must be typed, and pictures and documents can't be
 * chosen.
 */
export const PickersContext = createContext<Partial<Pickers>>({});
