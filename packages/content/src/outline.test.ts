import type { ContentComponent } from '@portico/contracts/content';
import { expect, test } from 'vitest';
import { outline } from './outline.ts';

const header = (id: string, text: string, level = 2): ContentComponent => ({ id, type: 'Header', level, text });

test('headers get anchors made of their words', () => {
  expect(outline([header('a', 'What changes in 2026?'), { id: 'b', type: 'Divider' }, header('c', 'Año y medio', 3)])).toEqual([
    { componentId: 'a', anchor: 'section-what-changes-in-2026', text: 'What changes in 2026?', level: 2 },
    { componentId: 'c', anchor: 'section-ano-y-medio', text: 'Año y medio', level: 3 },
  ]);
});

test('headers that repeat get anchors of their own, and one without words gets one too', () => {
  const anchors = outline([header('a', 'Steps'), header('b', 'Steps'), header('c', 'Steps 2'), header('d', '***')]).map((entry) => entry.anchor);
  expect(anchors).toEqual(['section-steps', 'section-steps-2', 'section-steps-2-2', 'section-part']);
});
