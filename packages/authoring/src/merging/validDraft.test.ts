import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod/mini';
import { blankFields } from '../blankDraft.ts';
import { ContentComponent, shapeOf, slotsOf } from '@portico/kinds/content';
import { oneOfEachKind } from '@portico/kinds/testing/examples';
import { mapWords } from '@portico/kinds/words';
import { ItemContent, type Change } from '@portico/contracts/studio/draft';
import { mergeChanges, versionsAt, type Merged } from '../mergeChanges.ts';
import { edited, textEdit, type TextEdit } from '../testing/randomTexts.ts';
import { findComponent } from '../tree/find.ts';
import { breaksLimits } from './breaksLimits.ts';

const IDS = ['a', 'b', 'c'] as const;
const WRITERS = 3;

interface Step {
  who: number;
  kind: 'write' | 'title' | 'move' | 'remove' | 'look';
  component: number;
  edit: TextEdit;
  /** How often what is written is repeated, so that limits are reached. */
  times: number;
}

const step = fc.record<Step>({
  who: fc.nat(WRITERS - 1),
  kind: fc.constantFrom(...(['write', 'write', 'write', 'write', 'title', 'move', 'remove', 'look', 'look'] as const)),
  component: fc.nat(IDS.length - 1),
  edit: textEdit('XYZ '),
  times: fc.constantFrom(1, 1, 1, 60),
});

/** The component with the same edit made to each of its texts. */
function rewritten(component: ContentComponent, { edit, times }: Step): ContentComponent {
  const edits = (text: string) => edited(text, { ...edit, write: edit.write.repeat(times) }, () => false);
  return mapWords(component, shapeOf(component)?.words, {
    line: edits,
    inline: (text) =>
      text.map((inline) => (inline.type === 'text' ? { ...inline, text: edits(inline.text) || '-' } : inline)),
  });
}

function changeOf(draft: ItemContent, { kind, component, ...own }: Step): Change | undefined {
  const id = IDS[component]!;
  const found = findComponent(draft, id);
  if (kind === 'title') {
    const value = edited(draft.fields.header, own.edit, () => false);
    return { do: 'field', name: 'header', value };
  }
  if (!found) return undefined;
  if (kind === 'move') return { do: 'move', id, place: { tree: 'components', parent: null, after: null } };
  if (kind === 'remove') return { do: 'remove', id };
  return { do: 'set', component: rewritten(found.component, { kind, component, ...own }) };
}

const limitsBroken = (component: ContentComponent): number =>
  (z.safeParse(ContentComponent, component).error?.issues ?? []).filter(({ code }) => code !== 'too_small').length;

test('whatever three people write, move and remove at once, the merged draft is one that could be saved [COWRITE-016]', () => {
  const kinds = Object.values(oneOfEachKind).filter((component) => slotsOf(component).length === 0);
  fc.assert(
    fc.property(
      fc.array(fc.nat(kinds.length - 1), { minLength: 3, maxLength: 3 }),
      fc.array(step, { maxLength: 25 }),
      (chosen, steps) => {
        const components = chosen.map((kind, index) => ({ ...kinds[kind]!, id: IDS[index]! }) as ContentComponent);
        const draft: ItemContent = {
          fields: { ...blankFields, header: 'Title' },
          trees: { components, preEventData: [], postEventData: [] },
        };
        let stored: Pick<Merged, 'draft' | 'stamps'> = { draft, stamps: {} };
        const saves: Array<{ writers: string[]; replaced: Change[] }> = [];
        const seen = Array.from({ length: WRITERS }, () => ({ draft, base: 0 }));
        for (const next of steps) {
          const { who } = next;
          if (next.kind === 'look') seen[who] = { draft: stored.draft, base: saves.length };
          const change = next.kind === 'look' ? undefined : changeOf(seen[who]!.draft, next);
          const isSendable =
            change &&
            (change.do !== 'set' || limitsBroken(change.component) === 0) &&
            (change.do !== 'field' || String(change.value).length <= 200);
          if (!isSendable) continue;
          const clientId = `writer${who}`;
          const versions = versionsAt(saves.slice(seen[who]!.base), clientId);
          const save = { base: seen[who]!.base, sequence: saves.length + 1, by: clientId, clientId };
          const merged = mergeChanges(stored, [change], save, { versions, breaksLimits });
          saves.push({ writers: [clientId], replaced: merged.replaced });
          stored = merged;
          expect(z.safeParse(ItemContent, stored.draft).error).toBeUndefined();
          for (const component of stored.draft.trees.components) expect(limitsBroken(component)).toBe(0);
        }
      },
    ),
    { numRuns: 300 },
  );
});
