import { hasVisibleText } from '@portico/kinds/typedText';
import { z } from 'zod/mini';

/** A text that a person has to write: trimmed, with a visible character. `max` is in UTF-16 code units. */
export const writtenText = (max: number) =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(max), z.refine(hasVisibleText, 'There is no visible text'));
