import { z } from 'zod/mini';
import type { ComponentShape, ExampleOf } from '../../base/component.ts';
import { ComponentId, nonEmptyText } from '../../base/contentBase.ts';
import { examplePicture } from '../../base/examples.ts';
import { ImageRef } from '../../base/media.ts';

export const HeadshotName = z.object({
  id: ComponentId,
  type: z.literal('HeadshotName'),
  image: z.nullable(ImageRef),
  name: nonEmptyText(200),
  role: z.optional(nonEmptyText(200)),
});
export type HeadshotName = z.infer<typeof HeadshotName>;

export const shape = {
  words: { name: 'read', role: 'read', image: 'aside' },
  blank: () => ({ image: null, name: '' }),
  needs: 'name',
  minPictureWidth: () => 160,
} satisfies ComponentShape<HeadshotName>;

export const example: ExampleOf<HeadshotName> = { image: examplePicture(4), name: 'Lee Park', role: 'Plans' };
