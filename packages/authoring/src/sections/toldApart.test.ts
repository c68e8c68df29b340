import type { ContentComponent } from '@portico/kinds/content';
import { describe, expect, test } from 'vitest';
import { matchSections } from './matchSections.ts';
import { header, itemOf, nextId, paragraph, said } from './testing/parts.ts';

describe('sections of two versions', () => {
  const relate = (before: ContentComponent[], after: ContentComponent[]) => {
    const [old, now] = [itemOf(...before), itemOf(...after)];
    return matchSections(old, now)
      .filter(({ kind }) => kind !== 'Same')
      .map((relation) => said(old, now, relation));
  };
  const gifts = 'Every gift above the limit goes into the log within a week of its arrival.';
  const meals = 'Ordinary meals with a client in the room need no approval from anybody at all.';
  const travel = 'Flights and hotels are booked by the travel desk and never by a vendor or client.';
  const link = (href: string): ContentComponent =>
    ({ id: nextId(), type: 'Link', link: { text: 'Form', href } }) as never;

  test.each<[name: string, before: ContentComponent[], after: ContentComponent[], expected: string[]]>([
    [
      'a text under a new heading is what was reworded, not one with its heading and few of its words',
      [header('Gifts'), paragraph(`${gifts} ${meals}`), header('Log'), paragraph(travel)],
      [
        header('Gifts'),
        paragraph('Every gift is welcome here, and nobody asks for a list, a form or a call about it.'),
        header('Log'),
        paragraph(travel),
        header('Presents'),
        paragraph(`${gifts} ${meals} Ask first.`),
      ],
      ['added Gifts', 'moved Log', 'reworded Gifts -> Presents'],
    ],
    [
      'one with a few words of another is no part of it',
      [header('Rules'), paragraph(`${gifts} ${meals}`)],
      [
        header('Rules'),
        paragraph(gifts),
        header('Vendors'),
        paragraph(
          'Ordinary meals with a vendor are new: name the hotel, the day, who paid, why, and send the bill to finance by Friday.',
        ),
      ],
      ['changed Rules', 'added Vendors'],
    ],
    [
      'one with two words, which are in another, is no part of it',
      [header('Rules'), paragraph(`${gifts} ${meals}`)],
      [header('Rules'), paragraph(gifts), header('Who'), paragraph('A client.')],
      ['changed Rules', 'added Who'],
    ],
    [
      'of which all words are in others, too, they are told apart by most of them',
      [
        header('One'),
        paragraph(`${gifts} ${meals}`),
        header('Two'),
        paragraph(`${meals} ${travel}`),
        header('Three'),
        paragraph(`${gifts} ${travel}`),
      ],
      [
        header('Third'),
        paragraph(`${gifts} Or: ${travel}`),
        header('First'),
        paragraph(`${gifts} Or: ${meals}`),
        header('Second'),
        paragraph(`${meals} Or: ${travel}`),
      ],
      ['reworded Three -> Third', 'reworded One -> First', 'reworded Two -> Second'],
    ],
    [
      'another number or case of a heading makes it no other one',
      [
        header('Section 3: Gifts'),
        paragraph('One.'),
        header('LOG'),
        paragraph(meals),
        header('End'),
        paragraph(travel),
      ],
      [
        header('End'),
        paragraph(travel),
        header('Log'),
        paragraph('None.'),
        header('Section 1: Gifts'),
        paragraph(gifts),
      ],
      ['changed LOG -> Log', 'changed Section 3: Gifts -> Section 1: Gifts'],
    ],
    [
      'one between the same neighbors without its words is another one',
      [header('A'), paragraph(gifts), header('Rooms'), paragraph(travel), header('C'), paragraph(meals)],
      [
        header('A'),
        paragraph(gifts),
        header('Parking'),
        paragraph('Cars stand behind house nine.'),
        header('C'),
        paragraph(meals),
      ],
      ['removed Rooms', 'added Parking'],
    ],
    [
      'the last one under another heading, with some of its words, is reworded',
      [header('A'), paragraph(gifts), header('Rooms'), paragraph('Book rooms at the front desk by phone please.')],
      [
        header('A'),
        paragraph(gifts),
        header('Space'),
        paragraph('Reserve rooms at the front office online or not at all.'),
      ],
      ['reworded Rooms -> Space'],
    ],
    [
      'two that are equal stay below the headings where they were',
      [
        header('Gifts'),
        paragraph(gifts),
        header('Limits', 3),
        paragraph(travel),
        header('Meals'),
        paragraph(meals),
        header('Limits', 3),
        paragraph(travel),
      ],
      [
        header('Meals'),
        paragraph(meals),
        header('Limits', 3),
        paragraph(travel),
        header('Gifts'),
        paragraph(gifts),
        header('Limits', 3),
        paragraph(travel),
      ],
      ['moved Meals', 'moved Meals › Limits'],
    ],
    [
      'two that differ by a link alone are found by it',
      [header('One'), header('Form', 3), link('/a'), header('Two'), header('Form', 3), link('/b')],
      [header('Three'), header('Form', 3), link('/b'), header('Four'), header('Form', 3), link('/a')],
      expect.not.arrayContaining([expect.stringContaining('changed')]) as string[],
    ],
  ])('%s [DUTY-020]', (_, before, after, expected) => {
    expect(relate(before, after)).toEqual(expected);
  });

  test('of two with the same heading, each is the one with more of its words, whatever their order [DUTY-020]', () => {
    const before = itemOf(
      header('Limits'),
      paragraph('Every gift above the limit goes into the log. Cash never does, in no case and for nobody.'),
      header('Limits'),
      paragraph('Ordinary meals with a client need no approval. Bring the bill to the desk on the next day.'),
    );
    const after = itemOf(
      header('Limits'),
      paragraph('Ordinary meals with a client are fine since May, if two of us were there and one of us paid.'),
      header('Limits'),
      paragraph('Every gift above the limit is sent back since May, with a card that the office writes for you.'),
    );
    expect(matchSections(before, after).filter(({ kind }) => kind === 'Changed')).toMatchObject([
      { before: [2], after: [1] },
      { before: [1], after: [2] },
    ]);
  });

  test('one that was reworded under another heading at another place is moved, too [DUTY-020]', () => {
    const before = itemOf(
      header('Gifts'),
      paragraph(gifts),
      header('Meals'),
      paragraph(meals),
      header('Rooms'),
      paragraph('Book rooms at the front desk by phone, one day before, with the number of guests.'),
    );
    const after = itemOf(
      header('Space'),
      paragraph('Book rooms at the front desk online, one day before, with the names of guests.'),
      header('Gifts'),
      paragraph(gifts),
      header('Meals'),
      paragraph(meals),
    );
    expect(matchSections(before, after).filter(({ kind }) => kind !== 'Same')).toEqual([
      { kind: 'Reworded', before: [3], after: [1], isMoved: true },
    ]);
  });
});
