import { DraftComponent } from '@portico/contracts/studio/draft';
import { schemas } from '@portico/kinds/components';
import type { ComponentKind } from '@portico/kinds/content';
import { expect, test } from 'vitest';
import { newComponent } from './newComponent.ts';

test.each(Object.keys(schemas) as ComponentKind[])(
  'a new %s can be saved before it is filled in [COMP-029]',
  (kind) => {
    expect(DraftComponent.safeParse(newComponent(kind)).error?.issues ?? []).toEqual([]);
  },
);
