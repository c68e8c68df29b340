import { z } from 'zod/mini';
import { FieldAlias } from '@portico/kinds/formConditions';
import { MAX_TEXT_AREA } from '@portico/kinds/formFields';
import { DocumentFormat, FileHold } from '@portico/kinds/media';

// Pages check stored values with these schemas, so they are apart from the calls, which every page loads.

/** A text (also for numbers and days), a choice, several choices, a checkbox state, or the ids of uploaded files. */
export const FormValue = z.union([
  z.string().check(z.maxLength(MAX_TEXT_AREA)),
  z.boolean(),
  z.array(z.string().check(z.maxLength(200))).check(z.maxLength(200)),
]);
export type FormValue = z.infer<typeof FormValue>;
/** Keyed by alias. Empty fields can be absent. */
export const FormValues = z
  .record(FieldAlias, FormValue)
  .check(z.refine((values) => Object.keys(values).length <= 200, 'Too many values'));
export type FormValues = z.infer<typeof FormValues>;

/** A file of an entry, whether submitted or not. */
export const FormFile = z.object({
  id: z.uuid(),
  fileName: z.string(),
  bytes: z.int(),
  format: DocumentFormat,
  hold: z.optional(FileHold),
});
export type FormFile = z.infer<typeof FormFile>;
