import { z } from 'zod/mini';
import type { ComponentShape, ExampleOf } from '../../base/component.ts';
import { ComponentId, nonEmptyText } from '../../base/contentBase.ts';
import { EXAMPLE_FILE } from '../../base/examples.ts';
import { DocumentFormat } from '../../base/media.ts';

/** Maximum number of files in one Files component. */
export const MAX_LISTED_FILES = 100;

/** Files to download. Title, format and size were copied from the document when the list was written. */
export const FileList = z.object({
  id: ComponentId,
  type: z.literal('FileList'),
  title: z.optional(nonEmptyText(200)),
  files: z
    .array(
      z.object({
        documentId: z.uuid(),
        title: nonEmptyText(300),
        format: DocumentFormat,
        bytes: z.int().check(z.nonnegative()),
      }),
    )
    .check(z.minLength(1), z.maxLength(MAX_LISTED_FILES)),
});
export type FileList = z.infer<typeof FileList>;

export const shape = {
  words: { title: 'read', files: { documentId: 'none', title: 'read' } },
  blank: () => ({ files: [] }),
  needs: 'files',
} satisfies ComponentShape<FileList>;

export const example: ExampleOf<FileList> = {
  title: 'Files',
  files: [{ documentId: EXAMPLE_FILE, title: 'Fees', format: 'PDF', bytes: 1204 }],
};
