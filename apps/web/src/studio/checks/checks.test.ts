import type { ContentComponent } from '@portico/kinds/content';
import { describe, expect, test } from 'vitest';
import { checkLabel } from './checks.ts';

const incomplete = (words: string) => ({ code: 'Incomplete' as const, key: 'a', blocks: true, words });

describe('a missing property of a component', () => {
  test.each([
    [{ id: 'a', type: 'Header', level: 2, text: '' }, 'text', '“Heading” is missing or isn’t valid.'],
    [{ id: 'a', type: 'ImageGallery', images: [] }, 'images.0.title', '“Pictures › Title” is missing or isn’t valid.'],
    [{ id: 'a', type: 'Divider' }, '', 'Something is missing in this component.'],
  ] as Array<[ContentComponent, string, string]>)(
    'is named as in the properties form: %o [STUDIO-091]',
    (component, path, label) => {
      expect(checkLabel(incomplete(path), component)).toBe(label);
    },
  );
});
