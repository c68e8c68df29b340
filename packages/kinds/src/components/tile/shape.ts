import { z } from 'zod/mini';
import type { ComponentShape, ExampleOf } from '../../base/component.ts';
import { ComponentId, nonEmptyText } from '../../base/contentBase.ts';
import { exampleLink, examplePicture } from '../../base/examples.ts';
import { ImageRef } from '../../base/media.ts';
import { LinkTarget, Size } from '../../base/parts.ts';
import { linkWords } from '../../base/words.ts';

export const Tile = z.object({
  id: ComponentId,
  type: z.literal('Tile'),
  title: nonEmptyText(200),
  text: z.optional(z.string().check(z.maxLength(500))),
  image: z.optional(ImageRef),
  link: z.optional(LinkTarget),
  size: Size,
});
export type Tile = z.infer<typeof Tile>;

export const shape = {
  words: { title: 'read', text: 'read', link: linkWords, image: 'aside' },
  blank: () => ({ title: '', size: 'Medium' }),
  needs: 'title',
  minPictureWidth: () => 300,
} satisfies ComponentShape<Tile>;

export const example: ExampleOf<Tile> = {
  title: 'Guide',
  text: 'With examples.',
  image: examplePicture(3),
  link: exampleLink,
  size: 'Medium',
};
