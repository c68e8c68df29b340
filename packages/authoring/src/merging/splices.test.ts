import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shapeOf, shellOf } from '@portico/kinds/content';
import { oneOfEachKind } from '@portico/kinds/testing/examples';
import { mapWords } from '@portico/kinds/words';
import { fieldChange, type Change, type ItemContent } from '@portico/contracts/studio/draft';
import { blankDraft } from '../blankDraft.ts';
import { edited, textEdit, type TextEdit } from '../testing/randomTexts.ts';
import { asSplice, canonicalJson, changeOf, madeTo, spliced, versionsOf } from './splices.ts';

const LETTERS = 'ab "\\\u0001é𝒜𝒞😀';

/** The component with the same edit made to each of its texts. */
function rewritten<Component extends (typeof oneOfEachKind)[keyof typeof oneOfEachKind]>(
  component: Component,
  edit: TextEdit,
): Component {
  const edits = (text: string) => edited(text, edit, () => false);
  return mapWords(component, shapeOf(component)?.words, {
    line: edits,
    inline: (text) => text.map((inline) => (inline.type === 'text' ? { ...inline, text: edits(inline.text) } : inline)),
  }) as Component;
}

/** The same with the properties in another order, as a database or browser may have them. */
function reordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reordered);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, each]) => [name, reordered(each)]),
  );
}

const draftWith = (component: (typeof oneOfEachKind)[keyof typeof oneOfEachKind], title = ''): ItemContent => ({
  fields: { ...blankDraft.fields, header: title },
  trees: { ...blankDraft.trees, components: [component] },
});

test('what differs in a component of any kind, or in a title, is all of it for someone with the same version [COWRITE-040]', () => {
  let short = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.values(oneOfEachKind)),
      textEdit(LETTERS),
      textEdit(LETTERS),
      (kind, first, second) => {
        const before = rewritten(kind, { ...first, write: first.write.repeat(40) });
        const title = edited('Dates', { ...first, write: first.write.repeat(40) }, () => false);
        const draft = draftWith(before, title);
        const stored = reordered(draft) as ItemContent;
        const changes: Change[] = [
          { do: 'set', component: rewritten(before, second) },
          fieldChange(
            'header',
            edited(title, second, () => false),
          ),
        ];
        for (const change of changes) {
          const sent = JSON.parse(JSON.stringify(asSplice(draft, change))) as ReturnType<typeof asSplice>;
          if (sent.do !== 'splice') continue;
          expect(sent.insert.isWellFormed()).toBe(true);
          short += 1;
          const json = spliced(sent, versionsOf(stored, sent, new Map()))!;
          const whole = change.do === 'set' ? { ...change, component: shellOf(change.component) } : change;
          expect(canonicalJson(changeOf(sent, json))).toBe(canonicalJson(whole));
        }
      },
    ),
    { numRuns: 2000 },
  );
  expect(short).toBeGreaterThan(1000);
});

test('what differs fits no other version, and then nothing is made of it [COWRITE-042]', () => {
  const text = (words: string) => ({ ...oneOfEachKind.Header, text: words });
  const words = 'Rates rose in the last quarter. '.repeat(10);
  const change: Change = { do: 'set', component: text(`${words}Ana`) };
  const sent = asSplice(draftWith(text(words)), change);
  expect(sent.do).toBe('splice');
  expect(madeTo(draftWith(text(words)), [sent])).toEqual([change]);
  for (const other of [`${words} `, words.replace('R', 'r'), '', `${words}Ana`])
    expect(madeTo(draftWith(text(other)), [sent])).toBeUndefined();
  expect(madeTo(blankDraft, [sent])).toBeUndefined();
  // A short text is sent as a whole.
  expect(asSplice(draftWith(text('Dates')), { do: 'set', component: text('Dates!') }).do).toBe('set');
});
