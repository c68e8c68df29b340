import { z } from 'zod/mini';

/** Identifies a component within its item. It survives edits, because people's marks and entries refer to it. */
export const ComponentId = z.string().check(z.minLength(1), z.maxLength(64), z.regex(/^[A-Za-z0-9_-]+$/));

/** A text that must not be empty. */
export const nonEmptyText = (max: number) => z.string().check(z.minLength(1), z.maxLength(max));

/** Rejects lists in which two entries have the same key. Entries without a key are ignored. */
export const uniqueBy = <Entry>(keyOf: (entry: Entry) => string | undefined, message: string) =>
  z.refine<Entry[]>((entries) => {
    const keys = entries.map(keyOf).filter((key) => key !== undefined);
    return new Set(keys).size === keys.length;
  }, message);
