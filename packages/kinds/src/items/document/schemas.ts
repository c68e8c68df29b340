import { z } from 'zod/mini';
import { MAX_FILE_NAME } from '../../base/itemParts.ts';
import { nonEmptyText } from '../../base/contentBase.ts';
import { DocumentFormat } from '../../base/media.ts';

/** The file of a document, as returned by an upload. `fileId` is the id of a row of `files`. */
export const StudioFile = z.object({
  fileId: z.uuid(),
  fileName: nonEmptyText(MAX_FILE_NAME),
  format: DocumentFormat,
  bytes: z.int().check(z.nonnegative()),
});
export type StudioFile = z.infer<typeof StudioFile>;

export const schemas = {
  file: { draft: z.nullable(StudioFile), complete: StudioFile },
};
