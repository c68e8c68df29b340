import { z } from 'zod/mini';
import type { ComponentShape, ExampleOf } from '../../base/component.ts';
import { ComponentId, nonEmptyText } from '../../base/contentBase.ts';
import { exampleLink } from '../../base/examples.ts';
import { contact, LinkTarget } from '../../base/parts.ts';
import { linkWords } from '../../base/words.ts';

export const ContactLink = z.object({
  id: ComponentId,
  type: z.literal('ContactLink'),
  name: nonEmptyText(200),
  role: z.optional(nonEmptyText(200)),
  ...contact,
  link: z.optional(LinkTarget),
});
export type ContactLink = z.infer<typeof ContactLink>;

export const shape = {
  words: { name: 'read', role: 'read', email: 'address', phone: 'none', link: linkWords },
  blank: () => ({ name: '' }),
  needs: 'name',
} satisfies ComponentShape<ContactLink>;

export const example: ExampleOf<ContactLink> = {
  name: 'Ana Ruiz',
  role: 'Planning',
  email: 'ana@portico.example',
  phone: '+1 617 555 0100',
  link: exampleLink,
};
