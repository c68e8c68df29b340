import { describe, expect, test } from 'vitest';
import { changesSince } from './changesSince.ts';
import { matchSections } from './matchSections.ts';
import type { Section } from './sections.ts';
import { header, itemOf, paragraph, said } from './testing/parts.ts';

const gifts = 'Every gift above the limit goes into the log within a week of its arrival.';
const meals = 'Ordinary meals with a client in the room need no approval from anybody at all.';
const travel = 'Flights and hotels are booked by the travel desk and never by a vendor or client.';
const rooms = 'Book rooms at the front desk by phone, one day before, with the number of guests.';

/** Sections with these headings and texts. */
const version = (...sections: Array<[heading: string, text: string]>): Section[] =>
  itemOf(...sections.flatMap(([heading, text]) => [header(heading), paragraph(text)]));

/** What the first version's reader must read, each with the numbers of the versions whose changes matter. */
function changes(versions: Section[][], isSmall: (number: number) => boolean = () => false): string[] {
  const [first, last] = [versions[0]!, versions.at(-1)!];
  const steps = versions.slice(1).map((after, index) => ({
    relations: matchSections(versions[index]!, after),
    labelOf: () => (isSmall(index + 2) ? undefined : String(index + 2)),
  }));
  return changesSince(steps, matchSections(first, last)).map(
    ({ relation, labels }) => `${said(first, last, relation)}: ${[...labels].sort().join(' ')}`,
  );
}

describe('the changes since an earlier version', () => {
  test.each<[name: string, versions: Section[][], expected: string[]]>([
    [
      'have the versions of all changes of a section',
      [version(['Gifts', gifts]), version(['Gifts', `${gifts} Ask.`]), version(['Gifts', `${gifts} Ask first.`])],
      ['changed Gifts: 2 3'],
    ],
    [
      'have nothing of what was changed and changed back',
      [version(['Gifts', gifts]), version(['Gifts', `${gifts} Ask.`]), version(['Gifts', gifts])],
      [],
    ],
    [
      'have a removed section with its earlier change',
      [
        version(['Gifts', gifts], ['Meals', meals]),
        version(['Gifts', `${gifts} Ask.`], ['Meals', meals]),
        version(['Meals', meals]),
      ],
      ['removed Gifts: 2 3'],
    ],
    [
      'know a removed section although others were added before it',
      [
        version(['Gifts', gifts], ['Meals', meals], ['Travel', travel]),
        version(['Rooms', rooms], ['Gifts', gifts], ['Meals', meals], ['Travel', travel]),
        version(['Rooms', rooms], ['Gifts', gifts], ['Travel', travel]),
      ],
      ['added Rooms: 2', 'removed Meals: 3'],
    ],
    [
      'have every removal of a section that was divided',
      [
        version(['Rules', `${gifts} ${meals}`], ['Travel', travel]),
        version(['Rules', gifts], ['Guests', meals], ['Travel', travel]),
        version(['Guests', meals], ['Travel', travel]),
        version(['Travel', travel]),
      ],
      ['removed Rules: 2 3 4'],
    ],
    [
      'have the changes of both sections that were joined',
      [
        version(['Gifts', gifts], ['Meals', meals]),
        version(['Gifts', `${gifts} Ask.`], ['Meals', meals]),
        version(['Gifts', `${gifts} Ask. ${meals}`]),
      ],
      ['merged Gifts + Meals -> Gifts: 2 3'],
    ],
  ])('%s [DUTY-093]', (_, versions, expected) => {
    expect(changes(versions)).toEqual(expected);
  });

  test('keep what mattered when a small change follows, and list small ones without a version [DUTY-093]', () => {
    const versions = [
      version(['Gifts', gifts], ['Meals', meals]),
      version(['Gifts', `${gifts} Ask.`], ['Meals', meals]),
      version(['Gifts', `${gifts} Ask!`], ['Meals', `${meals} Enjoy.`]),
    ];
    expect(changes(versions, (number) => number === 3)).toEqual(['changed Gifts: 2', 'changed Meals: ']);
  });
});
