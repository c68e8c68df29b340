import { z } from 'zod/mini';
import type { ComponentShape, ExampleOf } from '../../base/component.ts';
import { ComponentId } from '../../base/contentBase.ts';
import { exampleInline } from '../../base/examples.ts';
import { Alignment } from '../../base/parts.ts';
import { InlineText } from '../../base/richText.ts';

export const MAX_TABLE_COLUMNS = 20;
export const MAX_TABLE_ROWS = 500;
export const MAX_TABLE_CAPTION = 300;

const Row = z.array(InlineText).check(z.maxLength(MAX_TABLE_COLUMNS));

export const Table = z.object({
  id: ComponentId,
  type: z.literal('Table'),
  caption: z.optional(z.string().check(z.maxLength(MAX_TABLE_CAPTION))),
  /** One entry per column. */
  align: z.array(Alignment).check(z.minLength(1), z.maxLength(MAX_TABLE_COLUMNS)),
  header: Row,
  rows: z.array(Row).check(z.maxLength(MAX_TABLE_ROWS)),
});
export type Table = z.infer<typeof Table>;

export const shape = {
  words: { caption: 'read', header: 'read', rows: 'read' },
  blank: () => ({
    align: ['Left', 'Left'],
    header: [[], []],
    rows: [
      [[], []],
      [[], []],
    ],
  }),
  needs: null,
} satisfies ComponentShape<Table>;

export const example: ExampleOf<Table> = {
  caption: 'Factors',
  align: ['Left', 'Right'],
  header: [exampleInline('Age'), exampleInline('Factor')],
  rows: [[exampleInline('73'), exampleInline('26.5')]],
};
