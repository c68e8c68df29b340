import fc from 'fast-check';
import { contentWith } from '@portico/authoring/blankDraft';
import { examples, fieldsOf, itemKinds, type ItemKind } from '@portico/kinds/items';
import { oneOfEachKind } from '@portico/kinds/testing/examples';
import type { ContentFields } from '@portico/contracts/studio/draft';
import { expect, test } from 'vitest';
import { z } from 'zod/mini';
import { lineOf, plannedAsStored, StoredLine } from './storedLine.ts';

const text = fc
  .string({ unit: 'binary', maxLength: 200 })
  .map((value) => value.toWellFormed().replaceAll('\u0000', ''));

const item = fc.gen().map((generate) => {
  const kind: ItemKind = generate(fc.constantFrom, ...itemKinds);
  const names = Object.keys(fieldsOf[kind]).filter((name) => name !== 'file');
  const chosen = generate(fc.subarray, names);
  const fields = Object.fromEntries(chosen.map((name) => [name, examples[name as keyof typeof examples]]));
  const all = Object.values(oneOfEachKind);
  const tree = (prefix: string) =>
    generate(fc.subarray, all).map((component) => ({ ...component, id: `${prefix}${component.id}` }));
  const content = {
    ...contentWith(
      { ...(fields as Partial<ContentFields>), header: generate(() => text), description: generate(() => text) },
      {
        components: tree('a'),
        ...(kind === 'event' ? { preEventData: tree('b'), postEventData: tree('c') } : {}),
      },
    ),
    creatorInfo: { kind: 'User' as const, name: generate(() => text) },
    provenance: { note: generate(() => text) },
  };
  return {
    id: generate(fc.uuid),
    kind,
    externalId: null,
    isDraft: generate(fc.boolean),
    attachedTo: null,
    file: undefined,
    content,
  };
});

test('any content survives being written as a line and read again [DESK-280]', () => {
  fc.assert(
    fc.property(item, (written) => {
      const line = JSON.parse(JSON.stringify(lineOf(written))) as unknown;
      const planned = plannedAsStored({ file: 'x', line: 1, record: z.parse(StoredLine, line) }, undefined);
      expect(planned.content).toEqual(JSON.parse(JSON.stringify(written.content)));
      expect(JSON.parse(JSON.stringify(lineOf({ ...written, content: planned.content })))).toEqual(line);
      expect([planned.itemId, planned.isDraft]).toEqual([written.id, written.isDraft]);
    }),
    { numRuns: 200, endOnFailure: true },
  );
});
