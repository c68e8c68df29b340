import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { blankDraft } from '../blankDraft.ts';
import type { ContentComponent } from '@portico/kinds/content';
import { describe, expect, test } from 'vitest';
import { matchSections, type SectionRelation } from './matchSections.ts';
import { sectionsOf, type Section } from './sections.ts';
import { header, itemOf, nextId, paragraph, said } from './testing/parts.ts';

interface Version {
  sections: Array<{ level: number; heading: string; path: string; text: string }>;
  expected: string[];
}

/** Versions of a policy, each with how its sections relate to those of the version before. */
function readVersions(file: string): Version[] {
  const versions: Version[] = [];
  for (const block of file.split(/^== \d+\n/m).slice(1)) {
    const [content = '', map = ''] = block.split(/^-- map\n/m);
    const earlier = versions.at(-1)?.sections ?? [];
    const parents: string[] = [];
    const sections = content
      .split(/^(?=#)/m)
      .map((part) => {
        const [, marks = '', heading = '', body = ''] = /^(?:(#+) (.*)\n)?([^]*)$/.exec(part) ?? [];
        if (marks !== '') parents.splice(marks.length - 1, parents.length, heading);
        return { level: marks.length + 1, heading, path: parents.join(' › '), text: body.trim() };
      })
      .filter(({ heading, text }) => heading !== '' || text !== '')
      .map(({ level, heading, path, text }) => {
        const name = /^\((?:same|as (.*))\)$/.exec(text);
        const same = name && earlier.find((section) => [section.path, section.heading].includes(name[1] ?? path));
        if (name && !same) throw new Error(`No earlier section ${name[1] ?? path}`);
        return { level, heading, path, text: same ? same.text : text };
      });
    const expected = map
      .trim()
      .split('\n')
      .filter((line) => line !== '')
      .flatMap((line) => {
        const [kind = '', list = ''] = line.split(': ');
        return list.split(', ').map((one) => `${kind} ${one}`);
      });
    versions.push({ sections, expected });
  }
  return versions;
}

const versionOf = ({ sections }: Version): Section[] =>
  itemOf(
    ...sections.flatMap(({ level, heading, text }) => [
      ...(heading === '' ? [] : [header(heading, level)]),
      paragraph(text),
    ]),
  );

const inText = ({ before: old }: SectionRelation, before: Section[]) =>
  old.every((index) => before[index]!.part === 'text');

const folder = join(import.meta.dirname, 'versions');
const pairs = readdirSync(folder).flatMap((name) => {
  const versions = readVersions(readFileSync(join(folder, name), 'utf8'));
  return versions.slice(1).map((version, index) => {
    const [before, after] = [versionOf(versions[index]!), versionOf(version)];
    const relations = matchSections(before, after).filter((relation) => inText(relation, before));
    const found = relations.map((relation) => said(before, after, relation));
    return { name: `${name} ${index + 2}`, before, after, relations, found, expected: version.expected };
  });
});

describe('versions of policies, compared by hand', () => {
  test('are 30 pairs or more, and the sections are related as by hand, with an F1 of at least 0.95 [DUTY-020]', () => {
    expect(pairs.length).toBeGreaterThanOrEqual(30);
    const hits = pairs.flatMap(({ found, expected }) => found.filter((one) => expected.includes(one))).length;
    const found = pairs.flatMap((pair) => pair.found).length;
    const expected = pairs.flatMap((pair) => pair.expected).length;
    const wrong = pairs.flatMap((pair) => [
      ...pair.found.filter((one) => !pair.expected.includes(one)).map((one) => `${pair.name}: not ${one}`),
      ...pair.expected.filter((one) => !pair.found.includes(one)).map((one) => `${pair.name}: ${one}`),
    ]);
    expect((2 * hits) / (found + expected), wrong.join('\n')).toBeGreaterThanOrEqual(0.95);
  });

  test.each(pairs)(
    '$name: every section whose words differ is reported, and each once [DUTY-020]',
    ({ before, after, relations }) => {
      const texts = (sections: Section[], indexes: number[]) =>
        indexes.map((index) => sections[index]!.lines.join('\n'));
      for (const { kind, before: old, after: now } of relations)
        if (kind === 'Same' || kind === 'Moved') expect(texts(before, old)).toEqual(texts(after, now));
      const positions = (sections: Section[]) =>
        [...sections.keys()].filter((index) => sections[index]!.part === 'text');
      const ascending = (numbers: number[]) => [...numbers].sort((a, b) => a - b);
      expect(ascending(relations.flatMap((relation) => relation.before))).toEqual(positions(before));
      expect(ascending(relations.flatMap((relation) => relation.after))).toEqual(positions(after));
    },
  );
});

describe('sections', () => {
  const words = (...components: ContentComponent[]) =>
    itemOf(...components).map(({ label, lines }) => [label, ...lines]);

  test('start at headers and expandable parts; what follows a part belongs to the section around it [DUTY-021]', () => {
    expect(
      words(
        paragraph('Before.'),
        header('Gifts'),
        paragraph('One.'),
        {
          id: 'part',
          type: 'ExpandCollapse',
          title: 'Examples',
          components: [paragraph('Two.'), header('Wine'), paragraph('Three.')],
        },
        paragraph('Four.'),
        {
          id: 'columns',
          type: 'Columns',
          columns: [{ components: [paragraph('Five.')] }, { components: [header('Meals'), paragraph('Six.')] }],
        },
        paragraph('Seven.'),
        { id: 'ask', type: 'Confirmation', statement: 'I have read it.', dueDate: '2026-06-20' },
      ),
    ).toEqual([
      ['Title and summary'],
      ['Introduction', 'Before.'],
      ['Gifts', 'One.', 'Four.', 'Five.'],
      ['Examples', 'Two.'],
      ['Wine', 'Three.'],
      ['Meals', 'Six.', 'Seven.'],
      ['What you confirm', 'I have read it.'],
    ]);
  });

  test('are the same after a paste with other ids and with another due date, and differ by a link alone [DUTY-021]', () => {
    const ask = (dueDate: string): ContentComponent => ({
      id: nextId(),
      type: 'Confirmation',
      statement: 'Read.',
      dueDate,
    });
    const link = (href: string): ContentComponent =>
      ({ id: nextId(), type: 'Link', link: { text: 'Form', href } }) as never;
    const kinds = (before: Section[], after: Section[]) =>
      matchSections(before, after).map((relation) => said(before, after, relation));
    expect(kinds(itemOf(link('/a'), ask('2026-01-01')), itemOf(link('/a'), ask('2027-01-01')))).toEqual([
      'same Title and summary',
      'same Introduction',
      'same What you confirm',
    ]);
    expect(kinds(itemOf(link('/a')), itemOf(link('/b')))).toContain('changed Introduction');
  });

  const relate = (before: ContentComponent[], after: ContentComponent[]) => {
    const [old, now] = [itemOf(...before), itemOf(...after)];
    return matchSections(old, now)
      .filter((relation) => inText(relation, old) && relation.kind !== 'Same')
      .map((relation) => said(old, now, relation));
  };
  const gifts = 'Every gift above the limit goes into the log within a week of its arrival.';
  const meals = 'Ordinary meals with a client in the room need no approval from anybody at all.';
  const travel = 'Flights and hotels are booked by the travel desk and never by a vendor or client.';

  test.each<[name: string, before: ContentComponent[], after: ContentComponent[], expected: string[]]>([
    [
      'one that was divided is split',
      [header('Rules'), paragraph(`${gifts} ${meals}`)],
      [header('Rules'), paragraph(gifts), header('Guests'), paragraph(meals)],
      ['split Rules -> Rules + Guests'],
    ],
    [
      'two that were joined are merged',
      [header('Rules'), paragraph(gifts), header('Guests'), paragraph(meals)],
      [header('Rules'), paragraph(`${gifts} ${meals}`)],
      ['merged Rules + Guests -> Rules'],
    ],
    [
      'one at another place is moved',
      [header('A'), paragraph(gifts), header('B'), paragraph(meals), header('C'), paragraph(`${travel} ${travel}`)],
      [header('B'), paragraph(meals), header('C'), paragraph(`${travel} ${travel}`), header('A'), paragraph(gifts)],
      ['moved A'],
    ],
    [
      'another number of a heading makes it no other one',
      [header('2. Gifts'), paragraph('One.'), header('3. Meals'), paragraph(meals)],
      [header('1. Gifts'), paragraph('Quite different.'), header('2. Meals'), paragraph(meals)],
      ['changed 2. Gifts -> 1. Gifts', 'changed 3. Meals -> 2. Meals'],
    ],
    [
      'of two with the same heading, the one below the same heading is it',
      [
        header('Gifts'),
        paragraph(gifts),
        header('Limits', 3),
        paragraph('At most one hundred dollars in a year.'),
        header('Meals'),
        paragraph(meals),
        header('Limits', 3),
        paragraph('At most one hundred dollars in a month.'),
      ],
      [
        header('Meals'),
        paragraph(meals),
        header('Limits', 3),
        paragraph('At most one hundred dollars in a year!'),
        header('Gifts'),
        paragraph(gifts),
        header('Limits', 3),
        paragraph('At most one hundred dollars in a month!'),
      ],
      expect.arrayContaining(['changed Gifts › Limits', 'changed Meals › Limits']) as string[],
    ],
    [
      'one under another heading between the same neighbors, with some of its words, is reworded',
      [
        header('A'),
        paragraph(gifts),
        header('Rooms'),
        paragraph('Book rooms at the front desk by phone please.'),
        header('C'),
        paragraph(meals),
      ],
      [
        header('A'),
        paragraph(gifts),
        header('Space'),
        paragraph('Reserve rooms at the front office online or not at all.'),
        header('C'),
        paragraph(meals),
      ],
      ['reworded Rooms -> Space'],
    ],
    [
      'one of which sixty percent went elsewhere is still a part of it',
      [header('Rules'), paragraph(`${gifts} ${meals} ${travel}`)],
      [
        header('Rules'),
        paragraph(`${gifts} ${travel}`),
        header('Guests'),
        paragraph(`${meals} Ask the desk when in doubt about it.`),
      ],
      ['split Rules -> Rules + Guests'],
    ],
  ])('%s [DUTY-020]', (_, before, after, expected) => {
    expect(relate(before, after)).toEqual(expected);
  });

  test('have the description of a picture among the words of title and summary [DUTY-021]', () => {
    const image = { id: nextId(), alt: 'A wrapped box', width: 1, height: 1 } as never;
    const [facts] = sectionsOf({ ...blankDraft, fields: { ...blankDraft.fields, header: 'Gifts', image } });
    expect(facts!.lines).toEqual(['Gifts', 'A wrapped box']);
    const [without] = sectionsOf({ ...blankDraft, fields: { ...blankDraft.fields, header: 'Gifts' } });
    expect(facts!.content).not.toBe(without!.content);
  });

  test('with the same heading are called by the one above it, too [DUTY-021]', () => {
    const labels = itemOf(header('Gifts'), header('Limits', 3), header('Meals'), header('Limits', 3), header('Log'));
    expect(labels.map(({ label }) => label)).toEqual([
      'Title and summary',
      'Gifts',
      'Gifts › Limits',
      'Meals',
      'Meals › Limits',
      'Log',
    ]);
  });

  test('of which 2,000 changed are matched at once, in the same way each time [DUTY-020]', () => {
    const version = (turn: number) =>
      itemOf(
        ...Array.from({ length: 2000 }, (_, index) => index)
          .sort((a, b) => ((a * 7919 + turn * 31) % 2003) - ((b * 7919 + turn * 31) % 2003))
          .flatMap((index) => [
            header(index % 3 === 0 ? 'Rules' : `Rule ${index + turn}`),
            paragraph(
              `Rule number ${index} says to keep record ${index * 17} for ${(index + turn) % 9} years and no longer.`,
            ),
          ]),
      );
    const [before, after] = [version(0), version(1)];
    const relations = matchSections(before, after);
    expect(relations.flatMap((relation) => relation.after)).toHaveLength(after.length);
    expect(JSON.stringify(matchSections(before, after))).toBe(JSON.stringify(relations));
  });
});
