import { Fragment, type Node } from 'prosemirror-model';
import { EditorState } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { expect, test } from 'vitest';
import { inlineModel, lineModel, listModel, richTextModel } from './models.ts';
import { inlineSchema, lineSchema, listSchema, richTextSchema } from './schemas.ts';

const schemas = { richTextSchema, inlineSchema, lineSchema, listSchema };

test('every attribute of every node and mark declares which values it can have [STUDIO-323]', () => {
  const unchecked = Object.entries(schemas).flatMap(([schema, { nodes, marks }]) =>
    [...Object.values(nodes), ...Object.values(marks)].flatMap(({ name, spec }) =>
      Object.entries(spec.attrs ?? {})
        .filter(([, { validate }]) => validate === undefined)
        .map(([attribute]) => `${schema}: ${name}.${attribute}`),
    ),
  );
  expect(unchecked).toEqual([]);
});

/** What ProseMirror's own parser makes of this HTML. */
function parsed(doc: Node, html: string): Fragment {
  let content = Fragment.empty;
  const view = new EditorView(null, {
    state: EditorState.create({ doc }),
    handlePaste: (_view, _event, slice) => {
      content = slice.content;
      return true;
    },
  });
  view.pasteHTML(html, new Event('paste') as ClipboardEvent);
  view.destroy();
  return content;
}

const slice = (context: unknown[], inside: string) =>
  `<div data-pm-slice='0 0 ${JSON.stringify(context).replaceAll("'", '&#39;')}'>${inside}</div>`;

const odd = ['yes', '', -1, 1.5, [], ['x'], { a: 1 }, '<b>x</b>', 'javascript:alert(1)'];

test.each(odd.map((value) => [value] as const))(
  'a clipboard that gives attributes the value %j leaves texts and lists as the contract allows [STUDIO-323]',
  (value) => {
    const crafted = { ordered: value, start: value, isPlaceholder: value, href: value, value, mark: value };
    const list = parsed(
      listModel.toDocument({ items: [{ content: [{ type: 'text', text: 'One' }] }], ordered: false }),
      slice(['list', crafted], '<li><div>Two</div></li>'),
    );
    const text = parsed(
      richTextModel.toDocument({ type: 'doc', content: [] }),
      slice(['paragraph', crafted], `<a href='${String(value)}'>Two</a>`),
    );
    for (const content of [list, text]) {
      expect(content.textBetween(0, content.size)).toBe('Two');
      content.descendants((node) => {
        node.check();
        for (const given of Object.values(node.attrs)) expect([null, true, false]).toContain(given);
      });
    }
  },
);

test('stored texts with values that the contract does not allow still open, and keep them [STUDIO-323]', () => {
  const link = { type: 'link', attrs: { href: 'javascript:alert(1)' } };
  const inline = [{ type: 'text', text: 'One', marks: [link] }] as never;
  const document = inlineModel.toDocument(inline);
  document.check();
  expect(inlineModel.fromDocument(document.replace(0, 0, document.slice(0, 0)))).toEqual(inline);
  const list = listModel.toDocument({
    items: [{ content: [], ordered: 'x', items: [{ content: [] }] }] as never,
    ordered: 'yes' as never,
    start: -3,
  });
  list.check();
  expect(lineModel.toDocument('One').textContent).toBe('One');
});
