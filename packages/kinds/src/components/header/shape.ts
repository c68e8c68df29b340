import { z } from 'zod/mini';
import type { ComponentShape, ExampleOf } from '../../base/component.ts';
import { ComponentId, nonEmptyText } from '../../base/contentBase.ts';

export const MAX_HEADING = 300;

export const Header = z.object({
  id: ComponentId,
  type: z.literal('Header'),
  level: z.int().check(z.minimum(2), z.maximum(4)),
  text: nonEmptyText(MAX_HEADING),
});
export type Header = z.infer<typeof Header>;

export const shape = {
  words: { text: 'read' },
  blank: () => ({ level: 2, text: '' }),
  needs: null,
} satisfies ComponentShape<Header>;

export const example: ExampleOf<Header> = { level: 2, text: 'Dates to keep in mind' };
