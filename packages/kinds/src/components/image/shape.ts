import { z } from 'zod/mini';
import type { ComponentShape, ExampleOf } from '../../base/component.ts';
import { ComponentId } from '../../base/contentBase.ts';
import { examplePicture } from '../../base/examples.ts';
import { ImageRef, MIN_FULL_WIDTH } from '../../base/media.ts';
import { Alignment, Size } from '../../base/parts.ts';

export const MAX_CAPTION = 500;

export const Image = z.object({
  id: ComponentId,
  type: z.literal('Image'),
  image: ImageRef,
  caption: z.optional(z.string().check(z.maxLength(MAX_CAPTION))),
  size: Size,
  alignment: Alignment,
});
export type Image = z.infer<typeof Image>;

export const shape = {
  words: { caption: 'read', image: 'read' },
  blank: () => ({ size: 'Big', alignment: 'Center' }),
  needs: null,
  minPictureWidth: ({ size }) => ({ Big: MIN_FULL_WIDTH, Medium: 400, Small: 200 })[size] ?? 0,
} satisfies ComponentShape<Image>;

export const example: ExampleOf<Image> = {
  image: { ...examplePicture(1), credit: 'Ana Ruiz' },
  caption: 'In spring.',
  size: 'Big',
  alignment: 'Center',
};
