import { z } from 'zod/mini';
import { emptyText, type ComponentShape, type ExampleOf } from '../../base/component.ts';
import { ComponentId, nonEmptyText } from '../../base/contentBase.ts';
import { examplePicture, exampleText } from '../../base/examples.ts';
import { ImageRef } from '../../base/media.ts';
import { contact } from '../../base/parts.ts';
import { RichText } from '../../base/richText.ts';

export const HeadshotDetails = z.object({
  id: ComponentId,
  type: z.literal('HeadshotDetails'),
  image: z.nullable(ImageRef),
  name: nonEmptyText(200),
  role: z.optional(nonEmptyText(200)),
  body: RichText,
  ...contact,
  alignment: z.enum(['Left', 'Right']),
});
export type HeadshotDetails = z.infer<typeof HeadshotDetails>;

export const shape = {
  words: { name: 'read', role: 'read', body: 'read', email: 'address', phone: 'none', image: 'aside' },
  blank: () => ({ image: null, name: '', body: emptyText(), alignment: 'Left' }),
  needs: 'name',
  minPictureWidth: () => 160,
} satisfies ComponentShape<HeadshotDetails>;

export const example: ExampleOf<HeadshotDetails> = {
  image: examplePicture(5),
  name: 'Sam Cole',
  role: 'Operations',
  body: exampleText(),
  email: 'sam@portico.example',
  phone: '617 555 0199',
  alignment: 'Left',
};
