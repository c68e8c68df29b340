import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod/mini';
import { NestedComponents } from './base/nested.ts';
import { wordLines, type Words } from './base/words.ts';
import { schemas, shapes } from './components.generated.ts';
import { shapeOf, shellOf, type ComponentKind } from './content.ts';
import { oneOfEachKind } from './testing/examples.generated.ts';
import { componentText, mapTexts, textsOf } from './texts.ts';

const kinds = Object.keys(oneOfEachKind) as ComponentKind[];
const folder = join(import.meta.dirname, 'components');

interface Definition {
  innerType?: z.core.$ZodType;
  element?: z.core.$ZodType;
  shape?: Record<string, z.core.$ZodType>;
}

/** Whether a property is a list of components, at any depth. */
function holdsComponents(schema: z.core.$ZodType): boolean {
  if (schema === NestedComponents) return true;
  const { innerType, element, shape = {} } = schema['_zod'].def as unknown as Definition;
  return [innerType, element, ...Object.values(shape)].some((part) => part !== undefined && holdsComponents(part));
}

describe.each(kinds)('%s', (kind) => {
  const example = oneOfEachKind[kind];

  test('has an example with every property that readers see [COMP-029]', () => {
    // Rules and limits of a form's fields have tests of their own.
    const isForForms = 'alias' in example || kind === 'TitleAndDescription';
    const missing = Object.keys(schemas[kind].shape).filter((name) => !(name in example));
    expect(isForForms ? [] : missing).toEqual([]);
  });

  test('declares its lists of components as slots [COMP-029]', () => {
    expect(shapeOf(example)?.slots !== undefined).toBe(holdsComponents(schemas[kind]));
  });

  test('says how wide its pictures must be, if it has any [COMP-029]', () => {
    // The cover of a video is not checked.
    const hasPictures = kind !== 'Video' && JSON.stringify(shellOf(example)).includes('"widths":');
    expect(shapeOf(example)?.minPictureWidth !== undefined).toBe(hasPictures);
  });

  test('is found by search with every text that readers see, unless pages leave it out [COMP-029]', () => {
    const { isOnlyInForms, words } = shapes[kind] as { isOnlyInForms?: true; words: Words };
    expect(componentText([example])).toBe(isOnlyInForms ? '' : wordLines(example, words).join('\n'));
  });

  test('keeps everything but its texts when they are replaced [COMP-029]', () => {
    const replaced = mapTexts(example, {
      line: (text) => text.replaceAll(/./g, 'x'),
      inline: (nodes) => nodes.map((node) => (node.type === 'text' ? { ...node, text: 'x' } : node)),
    });
    expect(schemas[kind].safeParse(replaced).success).toBe(true);
    expect(textsOf(replaced).join('')).toMatch(/^[x\s]*$/);
  });
});

test('every component that pages show has stories [COMP-029]', () => {
  const without = readdirSync(folder).filter(
    (name) => existsSync(join(folder, name, 'View.tsx')) && !existsSync(join(folder, name, 'View.stories.tsx')),
  );
  expect(without).toEqual([]);
});
