import type { ComponentKind, ComponentOf, ComponentTree, ContentComponent } from '../content.ts';
import type { ImageRef } from '../base/media.ts';
import type { Inline, InlineText, Mark, RichText } from '../base/richText.ts';
import { ContentTree } from '../page/ContentTree.tsx';

let count = 0;
const newId = () => `c${(count += 1)}`;

/** A component of a kind, with a new id. */
export function a<Kind extends ComponentKind>(
  type: Kind,
  fields: Omit<ComponentOf<Kind>, 'id' | 'type'> & { id?: string },
): ComponentOf<Kind> {
  return { id: newId(), type, ...fields } as unknown as ComponentOf<Kind>;
}

/** A component that breaks the contract, as stored by another version or written by hand. */
export const broken = (fields: unknown) => fields as ContentComponent;

export const page = (...components: ContentComponent[]) => <ContentTree components={components as ComponentTree} />;

export const text = (words: string, ...marks: Mark[]): Inline =>
  marks.length > 0 ? { type: 'text', text: words, marks } : { type: 'text', text: words };
export const words = (...parts: (string | Inline)[]): InlineText =>
  parts.map((part) => (typeof part === 'string' ? text(part) : part));
export const link = (href: string): Mark => ({ type: 'link', attrs: { href } });
export const rich = (...paragraphs: (string | InlineText)[]): RichText => ({
  type: 'doc',
  content: paragraphs.map((content) => ({
    type: 'paragraph',
    content: typeof content === 'string' ? words(content) : content,
  })),
});

const pictures: Omit<ImageRef, 'id'>[] = [
  {
    alt: 'A mountain lake with snow-capped peaks behind it',
    width: 1200,
    height: 800,
    widths: [320, 640, 960, 1200],
    credit: 'National Park Service',
  },
  { alt: 'Three people talk around a conference table', width: 1200, height: 623, widths: [320, 640, 960, 1200] },
  { alt: 'A lobby with blue and beige sofas', width: 1200, height: 800, widths: [320, 640, 960, 1200] },
  { alt: 'A hazy view over hills and a city', width: 640, height: 640, widths: [320, 640] },
];

/** The picture with this number; tools/storybook serves the files. */
export function picture(number: number, own: Partial<ImageRef> = {}): ImageRef {
  const known = pictures[number % pictures.length];
  if (!known) throw new Error('There are no pictures.');
  return { id: `00000000-0000-4000-8000-${String(number % pictures.length).padStart(12, '0')}`, ...known, ...own };
}

/** Id of a document that tools/storybook serves: 1 is a video, 2 its captions; all others are missing. */
export const documentId = (number: number) => `00000000-0000-4000-9000-${String(number).padStart(12, '0')}`;

export const longWord = 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz'.repeat(3);
export const longAddress = `https://www.irs.gov/retirement-plans/${'required-minimum-distributions-for-beneficiaries-'.repeat(4)}2026`;
export const arabic = 'الحد الأدنى المطلوب للتوزيع يبدأ في سن الثالثة والسبعين، ويُحسب من رصيد نهاية العام السابق.';
export const hebrew = 'יש למשוך את הסכום עד 31 בדצמבר.';
export const emoji = '👩🏽‍💼👨‍👩‍👧‍👦🏳️‍🌈🇺🇸 1️⃣ ✅';
export const paragraph =
  'The required minimum distribution is the smallest amount that an account holder must take out in a year. It is found by dividing the balance at the end of the year before by the factor of the table for the age that the holder reaches.';
