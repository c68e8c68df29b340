import type { ContentComponent } from '@portico/kinds/content';
import { describe, expect, test } from 'vitest';
import { blankDraft } from '../blankDraft.ts';
import { matchSections } from './matchSections.ts';
import { sectionsOf, type Section } from './sections.ts';
import { header, itemOf, paragraph, said } from './testing/parts.ts';

/** Words that are nowhere else, so that a text of `count` has `count - 1` pairs of neighbors. */
const words = (name: string, count: number): string =>
  Array.from({ length: count }, (_, index) => `${name}${index}`).join(' ');
const section = (heading: string, ...texts: string[]): ContentComponent[] => [
  header(heading),
  ...(texts.length === 0 ? [] : [paragraph(texts.join(' '))]),
];

const everything = (before: Section[], after: Section[]) =>
  matchSections(before, after).map((relation) => said(before, after, relation));
const relate = (before: ContentComponent[], after: ContentComponent[]) =>
  everything(itemOf(...before), itemOf(...after)).filter((one) => !one.startsWith('same '));

const A = section('A', words('a', 30));
const B = section('B', words('b', 30));
const C = section('C', words('c', 30));

describe('the rules by which sections belong together', () => {
  test.each<[name: string, before: ContentComponent[], after: ContentComponent[], expected: string[]]>([
    [
      'similar: with half of the pairs, a section under another heading at another place is reworded',
      [...section('X', 'p q r x y'), ...A, ...B],
      [...A, ...B, ...section('Y', 'p q r u v')],
      ['reworded X -> Y'],
    ],
    [
      'similar: with two fifths of the pairs, it is another one',
      [...section('X', words('k', 9), words('x', 12)), ...A, ...B],
      [...A, ...B, ...section('Y', words('k', 9), words('y', 12))],
      ['removed X', 'added Y'],
    ],
    [
      'similar: capital letters make no difference',
      [...section('X', words('k', 20).toUpperCase()), ...A, ...B],
      [...A, ...B, ...section('Y', words('k', 20))],
      ['reworded X -> Y'],
    ],
    [
      'similar: a text of one word is found by it',
      [...section('X', 'Always.'), ...A, ...B],
      [...A, ...B, ...section('Y', 'Always.')],
      ['reworded X -> Y'],
    ],
    [
      'similar: a text of about the same length is it, not a long one that contains it',
      [...section('X', words('k', 11)), ...A, ...B],
      [...A, ...B, ...section('Long', words('k', 11), words('l', 50)), ...section('Near', words('k', 10), 'n0 n1')],
      ['added Long', 'reworded X -> Near'],
    ],
    [
      'heading: one with its heading and few of its words is not it if another has most of them',
      [...section('G', words('k', 25), words('m', 6), words('x', 10)), ...A],
      [...section('G', words('m', 6), words('y', 35)), ...A, ...section('N', words('k', 25), words('z', 16))],
      ['added G', 'moved A', 'reworded G -> N'],
    ],
    [
      'heading: one with its heading and a third of its words is it, under another part and although another has more',
      [...section('P', words('p', 20)), header('Limits', 3), paragraph(`${words('k', 25)} ${words('m', 14)} x0 x1`)],
      [
        ...section('Q', words('q', 20)),
        header('Limits', 3),
        paragraph(`${words('m', 14)} ${words('y', 27)}`),
        ...section('N', words('k', 25), words('z', 16)),
      ],
      expect.arrayContaining(['split Limits -> Limits + N']) as string[],
    ],
    [
      'heading: each number before it makes no difference',
      [...section('1.2 Gifts', words('x', 20)), ...A],
      [...A, ...section('1.3 Gifts', words('y', 20))],
      ['changed 1.2 Gifts -> 1.3 Gifts'],
    ],
    [
      'heading: of two that have it, the one with more of the words is it',
      [...section('L', words('k', 10), words('m', 10)), ...section('L', words('n', 10), words('o', 10))],
      [
        ...section('L', words('n', 10), words('o', 10), words('m', 10)),
        ...section('L', words('k', 10), words('m', 10), words('o', 10)),
      ],
      ['changed L', 'changed L'],
    ],
    [
      'heading: of two that have it and none of the words, the nearer one is it',
      [...A, ...B, ...section('L', words('x', 20))],
      [...section('L', words('y', 20)), ...A, ...section('L', words('z', 20)), ...B],
      ['added L', 'changed L'],
    ],
    [
      'content: two that are equal in everything stay in their order',
      [...section('L', words('k', 20)), ...section('L', words('k', 20))],
      [...section('L', words('k', 20)), ...section('L', words('k', 20))],
      [],
    ],
    [
      'position: between the same neighbors, with another that is more similar elsewhere, it is the other',
      [...A, ...section('X', words('k', 25), words('m', 13), 'x0 x1 x2'), ...C],
      [...A, ...section('Y', words('m', 13), words('y', 28)), ...C, ...section('Z', words('k', 25), words('z', 16))],
      ['added Y', 'moved C', 'reworded X -> Z'],
    ],
    [
      'position: between the same neighbors, one that came from elsewhere is not it',
      [...A, ...section('X', words('k', 14), words('x', 27)), ...C, ...section('D', words('k', 14), words('d', 27))],
      [...A, ...section('D', words('k', 14), words('d', 27)), ...C],
      ['removed X', 'moved C'],
    ],
    [
      'position: between the same neighbors, one without any text is reworded',
      [...A, ...section('Former name'), ...C],
      [...A, ...section('Name'), ...C],
      ['reworded Former name -> Name'],
    ],
    [
      'split: with half of its pairs from another section, it is a part of that',
      [...section('S', words('k', 21), words('m', 21)), ...A],
      [...section('S', words('k', 21)), ...A, ...section('N', words('m', 11), words('n', 10))],
      ['split S -> S + N'],
    ],
    [
      'split: with two fifths of its pairs from another section, it is none',
      [...section('S', words('k', 21), words('m', 21)), ...A],
      [...section('S', words('k', 21)), ...A, ...section('N', words('m', 9), words('n', 12))],
      ['changed S', 'added N'],
    ],
    [
      'split: with three pairs from another section, it is a part of that',
      [...section('S', words('k', 21), 'one two three four'), ...A],
      [...section('S', words('k', 21)), ...A, ...section('N', 'one two three four')],
      ['split S -> S + N'],
    ],
    [
      'split: a copy of what stayed is none',
      [...section('S', words('k', 21), words('m', 21)), ...A],
      [...section('S', words('k', 21), words('m', 21), 'more'), ...A, ...section('N', words('m', 21))],
      ['changed S', 'added N'],
    ],
    [
      'split: it comes from the section with most of it',
      [...section('S', words('s', 30), words('k', 12)), ...section('T', words('t', 30), words('k', 12), words('m', 8))],
      [
        ...section('S', words('s', 30)),
        ...section('T', words('t', 30)),
        ...section('N', words('k', 12), words('m', 8)),
      ],
      ['changed S', 'split T -> T + N'],
    ],
    [
      'split: of two with the same share of it, it comes from the first',
      [...section('S', words('s', 30), words('k', 12)), ...section('T', words('t', 30), words('k', 12))],
      [...section('S', words('s', 30)), ...section('T', words('t', 30)), ...section('N', words('k', 12))],
      ['split S -> S + N', 'changed T'],
    ],
    [
      'merged: a copy of what was there is none',
      [...section('S', words('k', 21), words('m', 21)), ...A, ...section('R', words('m', 21))],
      [...section('S', words('k', 21), words('m', 21), 'more'), ...A],
      ['changed S', 'removed R'],
    ],
    [
      'merged: one of which a part went into another and the rest into a new one is one change of all',
      [...section('R', words('k', 8), words('m', 15)), ...A, ...section('S', words('s', 30))],
      [...A, ...section('S', words('s', 30), words('m', 15)), ...section('N', words('k', 8), words('n', 6))],
      ['merged R + S -> S + N'],
    ],
    [
      'merged: what went into a section that was divided is one change of all its parts',
      [...section('R', words('k', 8), words('m', 15)), ...A, ...section('S', words('s', 30), words('t', 20))],
      [
        ...A,
        ...section('S', words('s', 30), words('m', 15)),
        ...section('T', words('t', 20)),
        ...section('N', words('k', 8), words('n', 6)),
      ],
      ['merged R + S -> S + T + N'],
    ],
    [
      'removed: each follows what it followed, in their order',
      [...A, ...section('X', words('x', 9)), ...section('Y', words('y', 9)), ...B],
      [...A, ...B],
      ['removed X', 'removed Y'],
    ],
  ])('%s [DUTY-119]', (_, before, after, expected) => {
    expect(relate(before, after)).toEqual(expected);
  });

  test('of two with one heading that changed places, each is found by its words [DUTY-119]', () => {
    const before = itemOf(
      ...section('L', words('k', 10), words('m', 10)),
      ...section('L', words('n', 10), words('o', 10)),
    );
    const after = itemOf(
      ...section('L', words('n', 10), words('o', 10), words('m', 10)),
      ...section('L', words('k', 10), words('m', 10), words('o', 10)),
    );
    expect(matchSections(before, after).slice(1)).toMatchObject([
      { before: [2], after: [1] },
      { before: [1], after: [2] },
    ]);
  });

  test('what was removed comes after what it followed [DUTY-119]', () => {
    const [before, after] = [itemOf(...A, ...section('X', words('x', 9))), itemOf(...A)];
    expect(everything(before, after)).toEqual(['same Title and summary', 'same A', 'removed X']);
  });

  test('the first of all sections is found by its position, too [DUTY-119]', () => {
    const before = itemOf(...section('X', words('k', 14), words('x', 27)), ...A).slice(1);
    const after = itemOf(...section('Y', words('k', 14), words('y', 27)), ...A).slice(1);
    expect(everything(before, after)).toEqual(['reworded X -> Y', 'same A']);
  });

  test('a section that moved and was divided is only divided [DUTY-119]', () => {
    const before = itemOf(...section('S', words('k', 15), words('m', 15)), ...A, ...B);
    const after = itemOf(...A, ...B, ...section('S', words('k', 15)), ...section('N', words('m', 15)));
    expect(matchSections(before, after).at(-1)).toEqual({ kind: 'Split', before: [1], after: [3, 4], isMoved: false });
  });

  test.each([
    [16, 'reworded X -> N0'],
    [17, 'removed X'],
  ])('words that %i sections have say which one is meant up to 16 [DUTY-119]', (count, expected) => {
    const many = Array.from({ length: count }, (_, index) =>
      section(`N${index}`, words('k', 11), words(`n${index}x`, 12)),
    );
    expect(relate([...section('X', words('k', 11)), ...A, ...B], [...A, ...B, ...many.flat()])).toContain(expected);
  });

  test('among more than 16 sections with some of its words, a section is the one with most of them [DUTY-119]', () => {
    const own = Array.from({ length: 20 }, (_, index) => `k${index} l${index}`);
    const some = own.map((pair, index) => section(`N${index}`, pair, words(`n${index}x`, 12)));
    const before = itemOf(...section('X', own.join(' ')), ...A, ...B);
    const after = itemOf(...A, ...B, ...some.flat(), ...section('Near', own.join(' '), 'and more'));
    const expected = { kind: 'Reworded', before: [1], after: [after.length - 1], isMoved: true };
    expect(matchSections(before, after)).toContainEqual(expected);
  });

  test.each([
    [20, 'their words'],
    [21, 'their order'],
  ])('%i sections with one heading and new texts are told apart by %s [DUTY-119]', (count, by) => {
    const numbers = Array.from({ length: count }, (_, index) => index);
    const version = (rest: string, order: number[]) =>
      itemOf(...order.flatMap((index) => section('L', words(`k${index}x`, 9), words(`${rest}${index}x`, 12)))).slice(1);
    const rotated = numbers.map((index) => (index + 1) % count);
    const relations = matchSections(version('x', numbers), version('y', rotated));
    const partner = (index: number) => (by === 'their order' ? index : rotated.indexOf(index));
    expect(relations.toSorted((a, b) => a.before[0]! - b.before[0]!)).toMatchObject(
      numbers.map((index) => ({ kind: 'Changed', before: [index], after: [partner(index)] })),
    );
  });

  test('as few words as possible are moved, whatever the order of sections [DUTY-119]', () => {
    let seed = 7;
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    for (let turn = 0; turn < 200; turn += 1) {
      const lengths = Array.from({ length: 7 }, () => 2 + random(9));
      const order = lengths
        .map((_, index) => index)
        .sort((a, b) => ((a * 31 + turn * 7) % 13) - ((b * 17 + turn) % 11));
      for (let index = order.length - 1; index > 0; index -= 1) {
        const other = random(index + 1);
        [order[index], order[other]] = [order[other]!, order[index]!];
      }
      const parts = lengths.map((length, index) => section(`H${index}`, words(`w${index}x`, length)));
      const relations = matchSections(itemOf(...parts.flat()), itemOf(...order.flatMap((index) => parts[index]!)));
      const stays = relations
        .filter(({ isMoved }) => !isMoved)
        .map(({ before }) => before[0]! - 1)
        .filter((index) => index >= 0);
      // The weight of a section is its pairs and one.
      const weightOf = (indexes: number[]) => indexes.reduce((sum, index) => sum + lengths[index]!, 0);
      const isAscending = (indexes: number[]) =>
        indexes.every((each, place) => place === 0 || indexes[place - 1]! < each);
      const best = Math.max(
        ...Array.from({ length: 2 ** 7 }, (_, mask) => order.filter((index) => (mask >> index) % 2 === 1))
          .filter(isAscending)
          .map(weightOf),
      );
      expect(isAscending(stays)).toBe(true);
      expect(weightOf(stays)).toBe(best);
    }
  });
});

test('the questions of a confirmation are in no section [DUTY-102]', () => {
  const asking = (question: string): Section[] => {
    const choices = [{ text: 'Yes', isRight: true }, { text: 'No' }];
    const ask = { id: 'ask', type: 'Confirmation', statement: 'Read.', dueDate: '2026-06-20' } as const;
    return itemOf({ ...ask, questions: [{ question, choices }] });
  };
  const [before, after] = [asking('Is it safe?'), asking('Is it right?')];
  expect(everything(before, after)).toEqual(['same Title and summary', 'same What you confirm']);
  const statement = after.at(-1)!;
  expect(statement.lines).toEqual(['Read.']);
  expect(statement.stored).not.toContain('Is it right?');
});

describe('a card of an event is no text', () => {
  const event = (text: string[], card: string[]): Section[] =>
    sectionsOf({
      ...blankDraft,
      trees: {
        ...blankDraft.trees,
        components: text.map((one) => paragraph(one)),
        preEventData: card.map((one) => paragraph(one)),
      },
    });
  const k = words('k', 20);
  const m = words('m', 20);
  test.each<[name: string, before: Section[], after: Section[], expected: string[]]>([
    ['with equal content', event([], [k]), event([k], []), ['removed Before the event', 'added Introduction']],
    [
      'with similar content',
      event([], [k]),
      event([`${k} more`], []),
      ['removed Before the event', 'added Introduction'],
    ],
    [
      'at its position',
      [...event([], []), ...itemOf(...A).slice(1), ...event([], [`${words('k', 14)} ${words('x', 27)}`]).slice(1)],
      [...event([], []), ...itemOf(...A).slice(1), ...itemOf(...section('Y', words('k', 14), words('y', 27))).slice(1)],
      ['removed Before the event', 'added Y'],
    ],
    [
      'that it was a part of',
      event([], [`${k} ${m}`]),
      event([m], [k]),
      ['added Introduction', 'changed Before the event'],
    ],
    [
      'that went into it',
      event([m], [k]),
      event([], [`${k} ${m}`]),
      ['removed Introduction', 'changed Before the event'],
    ],
  ])('%s [DUTY-119]', (_, before, after, expected) => {
    expect(everything(before, after).filter((one) => !one.startsWith('same '))).toEqual(expected);
  });
});
