import { DraftComponent, type Change } from '@portico/contracts/studio/draft';
import { schemas } from '@portico/kinds/components';
import { shapeOf, type ComponentKind, type ContentComponent } from '@portico/kinds/content';
import { oneOfEachKind } from '@portico/kinds/testing/examples';
import { describe, expect, test } from 'vitest';
import { applyChanges } from './applyChange.ts';
import { blankDraft } from './blankDraft.ts';
import { completeChange, completeComponent } from './completeComponent.ts';
import { newComponent } from './newComponent.ts';
import { unfinishedComponents } from './testing/unfinishedComponents.ts';

const kinds = Object.keys(schemas) as ComponentKind[];
const only = (kind: ComponentKind, more: object = {}) => ({ id: 'c1', type: kind, ...more }) as ContentComponent;
const insert = (component: ContentComponent): Change => ({
  do: 'insert',
  component,
  place: { tree: 'components', parent: null, after: null },
});

describe.each(kinds)('%s', (kind) => {
  test('with only id and type becomes a new one when it is saved [STUDIO-371]', () => {
    const ids = { id: 'id', formId: 'id', fields: [{ id: 'id' }], items: [{ id: 'id' }] };
    const withoutIds = (component: ContentComponent) =>
      JSON.parse(JSON.stringify(component), (name, value: unknown) =>
        name in ids && typeof value === 'string' ? 'id' : value,
      ) as unknown;
    const saved = completeChange(insert(only(kind)), { isNew: true }) as Extract<Change, { do: 'insert' }>;
    expect(withoutIds(saved.component)).toEqual(withoutIds(newComponent(kind)));
  });

  test('that lacks a property can be stored after it is completed, the same way every time [STUDIO-371]', () => {
    for (const { component, lacks } of unfinishedComponents(kind)) {
      const complete = completeComponent(component);
      expect(complete, lacks).toMatchObject(component);
      expect(DraftComponent.safeParse(complete).error?.issues ?? [], lacks).toEqual([]);
      expect(completeComponent(component), lacks).toEqual(complete);
      expect(completeComponent(complete), lacks).toBe(complete);
    }
  });

  test('that is complete keeps its identity [STUDIO-371]', () => {
    expect(completeComponent(oneOfEachKind[kind])).toBe(oneOfEachKind[kind]);
  });

  test('keeps values of the wrong type as they are, and they cannot be stored [STUDIO-371]', () => {
    for (const name of Object.keys(shapeOf(only(kind))!.blank(() => 'x'))) {
      const wrong = only(kind, { [name]: 5.5 });
      expect(completeComponent(wrong)).toMatchObject({ [name]: 5.5 });
      expect(DraftComponent.safeParse(wrong).success).toBe(false);
    }
  });
});

test('a draft takes components into columns that another program left out [STUDIO-371]', () => {
  const divider: Change = {
    do: 'insert',
    component: { id: 'd', type: 'Divider' },
    place: { tree: 'components', parent: { id: 'c1', slot: 1 }, after: null },
  };
  const { draft } = applyChanges(blankDraft, [completeChange(insert(only('Columns'))), divider]);
  expect(draft.trees.components).toEqual([
    { id: 'c1', type: 'Columns', columns: [{ components: [] }, { components: [{ id: 'd', type: 'Divider' }] }] },
  ]);
});

test('setting only the title of a section keeps what is in it [STUDIO-371]', () => {
  const inside = [{ id: 'd', type: 'Divider' }];
  const { draft } = applyChanges(blankDraft, [
    insert(only('ExpandCollapse', { title: 'Fees', components: inside })),
    completeChange({ do: 'set', component: only('ExpandCollapse', { title: 'New fees' }) }),
  ]);
  expect(draft.trees.components).toEqual([only('ExpandCollapse', { title: 'New fees', components: inside })]);
});

test('a form that is saved without its identity gets one, and a stored one none that others would not see [STUDIO-371]', () => {
  const saved = () =>
    Reflect.get(completeChange(insert(only('Form')), { isNew: true }), 'component') as { formId: string };
  expect(saved().formId).not.toBe(saved().formId);
  expect('formId' in completeComponent(only('Form'))).toBe(false);
});

test.each([
  ['a nested component without an id', only('ExpandCollapse', { title: 'A', components: [{ type: 'Divider' }] })],
  ['a nested component without a type', only('ExpandCollapse', { title: 'A', components: [{ id: 'x' }] })],
  ['a question without an id', only('Form', { title: 'A', fields: [{ type: 'TextField' }] })],
  ['a question without a type', only('Form', { title: 'A', fields: [{ id: 'f' }] })],
  ['a paragraph without a type', only('BodyText', { body: { type: 'doc', content: [{}] } })],
  ['a video without its host', only('Video', { title: 'A', source: { videoId: 'dQw4w9WgXcQ' } })],
  ['a picture without an id', only('Image', { image: { alt: 'A reading room' } })],
])('%s cannot be stored [STUDIO-371]', (_, component) => {
  expect(DraftComponent.safeParse(component).success).toBe(false);
});
