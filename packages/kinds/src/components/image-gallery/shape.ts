import { z } from 'zod/mini';
import type { ComponentShape, ExampleOf } from '../../base/component.ts';
import { ComponentId } from '../../base/contentBase.ts';
import { exampleLink, examplePicture } from '../../base/examples.ts';
import { ImageRef, MIN_FULL_WIDTH } from '../../base/media.ts';
import { LinkTarget } from '../../base/parts.ts';
import { linkWords } from '../../base/words.ts';

export const MAX_GALLERY_PICTURES = 50;

export const GalleryImage = z.object({
  image: ImageRef,
  title: z.optional(z.string().check(z.maxLength(200))),
  text: z.optional(z.string().check(z.maxLength(500))),
  link: z.optional(LinkTarget),
});
export type GalleryImage = z.infer<typeof GalleryImage>;
export const ImageGallery = z.object({
  id: ComponentId,
  type: z.literal('ImageGallery'),
  images: z.array(GalleryImage).check(z.minLength(1), z.maxLength(MAX_GALLERY_PICTURES)),
});
export type ImageGallery = z.infer<typeof ImageGallery>;

export const shape = {
  words: { images: { title: 'read', text: 'read', link: linkWords, image: 'read' } },
  blank: () => ({ images: [] }),
  needs: 'images',
  minPictureWidth: () => MIN_FULL_WIDTH,
} satisfies ComponentShape<ImageGallery>;

export const example: ExampleOf<ImageGallery> = {
  images: [{ image: examplePicture(2), title: 'Forum', text: 'In May.', link: exampleLink }],
};
