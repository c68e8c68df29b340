import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ContentComponent } from '@portico/kinds/content';
import type { Change } from '@portico/contracts/studio/draft';
import { edited, richTextOf, textEdit, linesOf } from '../testing/randomTexts.ts';
import { editsBetween } from './editsBetween.ts';
import { mergeChange } from './mergeChange.ts';

const SENTENCES = Array.from({ length: 300 }, (_, number) => `Sentence ${number} is about rates. `).join('');

test('edits turn one text into the other, however much they differ [COWRITE-047]', () => {
  fc.assert(
    fc.property(fc.array(textEdit('ab '), { minLength: 5, maxLength: 12 }), (steps) => {
      const after = steps.reduce(
        (text, { at, remove, write }, index) =>
          edited(text, { at: at * 7, remove: remove * 90, write: `${write}${index}`.repeat(120) }, () => false),
        SENTENCES,
      );
      const [before, letters] = [[...SENTENCES], [...after]];
      let [made, place] = ['', 0];
      for (const { from, to, start, end } of editsBetween(before, letters)!) {
        expect(from).toBeGreaterThanOrEqual(place);
        made += before.slice(place, from).join('') + letters.slice(start, end).join('');
        place = to;
      }
      expect(made + before.slice(place).join('')).toBe(after);
    }),
    { numRuns: 40 },
  );
});

test('what somebody typed offline is merged with what seven others typed for minutes, without a choice [COWRITE-047]', () => {
  const places = Array.from({ length: 8 }, (_, who) => `Sentence ${who * 37} is`);
  const typed = (who: number) => Array.from({ length: 500 }, (_, key) => `${who}.${key} `).join('');
  const write = (text: string, who: number) => text.replace(places[who]!, typed(who) + places[who]!);
  const others = [0, 1, 2, 3, 4, 5, 6].reduce(write, SENTENCES);
  const set = (text: string): Change => ({
    do: 'set',
    component: { id: 'a', type: 'BodyText', body: richTextOf(text) } as ContentComponent,
  });
  const merged = mergeChange(set(SENTENCES), set(write(SENTENCES, 7)), set(others));
  if (merged?.do !== 'set' || merged.component.type !== 'BodyText') throw new Error('They were not merged.');
  expect(linesOf(merged.component.body)).toBe(write(others, 7));
});
