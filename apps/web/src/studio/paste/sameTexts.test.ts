import { looksLikeMarkdown } from '@portico/authoring/conversion/plainText';
import { sameTexts } from '@portico/testing/sameTexts';
import { expect, test } from 'vitest';
import { assertValid, paste } from '../testing/pasted.ts';

const componentsOf = (pasted: ReturnType<typeof paste>) => {
  assertValid(pasted);
  return pasted.components.map(({ id: _, ...component }) => component);
};

test.each(sameTexts)(
  'pasting $name yields the same components as an import and a preview [STUDIO-400]',
  ({ html, components }) => {
    expect(componentsOf(paste(html))).toEqual(components);
  },
);

/** Something that only Markdown has, without which a text is plain. */
const asMarkdown = (text: string) => `\`\`\`\nx\n\`\`\`\n\n---\n\n${text}`;

test.each(sameTexts.filter(({ markdown }) => looksLikeMarkdown(asMarkdown(markdown))))(
  'pasting $name as Markdown yields the same components [STUDIO-400]',
  ({ markdown, components }) => {
    expect(componentsOf(paste(undefined, asMarkdown(markdown))).slice(2)).toEqual(components);
  },
);
