import fc from 'fast-check';
import { ComponentTree } from '@portico/kinds/content';
import { expect, test } from 'vitest';
import { tree, wordsIn } from '../testing/importedTree.ts';

/** Markdown made of numbered words, so that each can be found in the result. */
const markdown = fc.gen().map((generate) => {
  let count = 0;
  const word = (): string => `w${count++}x`;
  const pick = <T>(...values: T[]): T => generate(fc.constantFrom, ...values);
  const inline = (): string =>
    Array.from({ length: generate(fc.integer, { min: 1, max: 4 }) }, () =>
      pick(
        () => word(),
        () => `**${word()} ${word()}**`,
        () => `*${word()}*`,
        () => `\`${word()}\``,
        () => `[${word()} **${word()}**](https://x.test/a)`,
        () => `[${word()}](javascript:x)`,
        () => `${word()}\\\n${word()}`,
        () => `${word()}\n${word()}`,
        () => `***${word()}** ${word()}*`,
      )(),
    ).join(' ');
  const indent = (block: string, by: string): string =>
    block
      .split('\n')
      .map((line) => (line ? by + line : line))
      .join('\n');
  const block = (depth: number): string =>
    pick(
      inline,
      inline,
      () => `${pick('#', '##', '#####')} ${word()} *${word()}*`,
      () => `\`\`\`\n${word()}\n\n${word()}\n\`\`\``,
      () => `| ${word()} | ${word()} |\n|---|:-:|\n| ${word()} | **${word()}** |\n| ${word()} |`,
      ...(depth > 2
        ? []
        : [
            () => indent(blocks(depth + 1), '> ').replace(/^$/gm, '>'),
            () => Array.from({ length: 3 }, () => `- ${indent(blocks(depth + 1), '  ').trimStart()}`).join('\n'),
            () =>
              Array.from(
                { length: 2 },
                (_, index) => `${index + 7}. ${indent(blocks(depth + 1), '   ').trimStart()}`,
              ).join('\n\n'),
          ]),
    )();
  const blocks = (depth: number): string =>
    Array.from({ length: generate(fc.integer, { min: 1, max: 3 }) }, () => block(depth)).join('\n\n');
  return { source: blocks(0), count: () => count };
});

test('any markdown text becomes a valid component tree with all its words in order', () => {
  fc.assert(
    fc.property(markdown, ({ source }) => {
      const expected = source.match(/w\d+x/g) ?? [];
      expect(wordsIn(source).filter((word) => /^w\d+x$/.test(word))).toEqual(expected);
      expect(ComponentTree.safeParse(tree(source)).success).toBe(true);
    }),
    { numRuns: 120, endOnFailure: true },
  );
});

test('any string, markdown or not, becomes a valid component tree', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (source) => {
      expect(ComponentTree.safeParse(tree(source.toWellFormed())).success).toBe(true);
    }),
    { numRuns: 80 },
  );
});
