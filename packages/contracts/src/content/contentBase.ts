import { z } from 'zod/mini';

/** Identity of a component inside its item; it survives edits, so that marks and entries of people can refer to it. */
export const ComponentId = z.string().check(z.minLength(1), z.maxLength(64), z.regex(/^[A-Za-z0-9_-]+$/));

/** A text that must not be empty. */
export const line = (max: number) => z.string().check(z.minLength(1), z.maxLength(max));

/** No two entries of a list may agree in what `keyOf` names; entries without one don't count. */
export const uniqueBy = <Entry>(keyOf: (entry: Entry) => string | undefined, message: string) =>
  z.refine<Entry[]>((entries) => {
    const keys = entries.map(keyOf).filter((key) => key !== undefined);
    return new Set(keys).size === keys.length;
  }, message);
