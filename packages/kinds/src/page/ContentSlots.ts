import { createContext, type ComponentType } from 'react';
import type { ComponentOf } from '../content.ts';
import type { HeadingLevel } from './outline/outline.ts';

interface SlotProps<Kind extends 'Form' | 'Checklist' | 'Confirmation'> {
  component: ComponentOf<Kind>;
  /** Level of its title. */
  headingLevel: HeadingLevel;
}

/**
 * Kinds that an app can make interactive. Without its slot, a form lists the fields it asks for, a checklist is a
 * read-only list, and a confirmation shows its statement.
 */
export interface Slots {
  Form?: ComponentType<SlotProps<'Form'>>;
  Checklist?: ComponentType<SlotProps<'Checklist'>>;
  Confirmation?: ComponentType<SlotProps<'Confirmation'>>;
}

/** Provided once, around the pages of an app. */
export const ContentSlots = createContext<Slots>({});
