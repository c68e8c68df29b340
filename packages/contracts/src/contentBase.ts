import { z } from 'zod/mini';

/** Identity of a component inside its item; it survives edits, so that marks and entries of people can refer to it. */
export const ComponentId = z.string().check(z.minLength(1), z.maxLength(64), z.regex(/^[A-Za-z0-9_-]+$/));

/** A text that must not be empty. */
export const line = (max: number) => z.string().check(z.minLength(1), z.maxLength(max));
