import type { ContentComponent } from '@portico/kinds/content';
import { expect, test } from 'vitest';
import { droppedLabel, droppedOf } from './droppedLabel.ts';

test('one sentence lists what a paste left out, and there is none if nothing was left out [STUDIO-211]', () => {
  expect(droppedLabel([])).toBeUndefined();
  expect(
    droppedLabel([
      { what: 'unsafeLink', count: 2 },
      { what: 'frame', count: 1 },
      { what: 'tooMuch', count: 7 },
    ]),
  ).toBe('Left out: 2 links with unsafe addresses, 1 embedded page, and everything beyond the size limit.');
});

test('components that do not fit into an item are counted with those inside them [STUDIO-075]', () => {
  const header = (id: string): ContentComponent => ({ id, type: 'Header', level: 2, text: id });
  const part: ContentComponent = {
    id: 'p',
    type: 'ExpandCollapse',
    title: 'p',
    components: [header('a'), header('b')],
  };
  expect(droppedLabel(droppedOf({ beyondLimit: [part, header('c')], tooDeep: [header('d')] }))).toBe(
    'Left out: 4 components beyond the 1,000 that an item holds and 1 component that would be nested too deeply.',
  );
  expect(droppedOf({ beyondLimit: [], tooDeep: [] })).toEqual([]);
});
