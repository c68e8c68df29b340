import { createContext, type ComponentType } from 'react';
import type { ComponentOf } from '@portico/contracts/content';
import type { HeadingLevel } from './outline/outline.ts';

interface SlotProps<Kind extends 'Form' | 'Checklist'> {
  component: ComponentOf<Kind>;
  /** For its title. */
  headingLevel: HeadingLevel;
}

/**
 * Kinds that an app can make interactive. Without a slot a form says what it asks for, and a checklist is a list to
 * read.
 */
export interface Slots {
  Form?: ComponentType<SlotProps<'Form'>>;
  Checklist?: ComponentType<SlotProps<'Checklist'>>;
}

/** Given once, around the pages of an app. */
export const ContentSlots = createContext<Slots>({});
