import { createContext } from 'react';
import type { DocumentFormat, ImageRef } from '@portico/contracts/media';

export interface PickedDocument {
  documentId: string;
  title: string;
  format: DocumentFormat;
  bytes: number;
}

/** Dialogs in which people choose what a component refers to. Each answers undefined when nothing was chosen. */
export interface Pickers {
  picture: () => Promise<ImageRef | undefined>;
  document: () => Promise<PickedDocument | undefined>;
  /** `current` is the address that the link has now. */
  link: (current?: string) => Promise<string | undefined>;
}

/** Given once, around canvas and panel. Without it addresses are typed, and pictures and documents can't be chosen. */
export const PickersContext = createContext<Partial<Pickers>>({});
