import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ContentComponent, type ComponentOf } from '@portico/kinds/content';
import type { ItemContent } from '@portico/contracts/studio/draft';
import { oneOfEachKind } from '@portico/kinds/testing/examples';
import { wordsOfField } from '@portico/kinds/itemFields';
import { examples, fieldNames, fields } from '@portico/kinds/items';
import { mapWords } from '@portico/kinds/words';
import { applyChanges } from '../applyChange.ts';
import { blankDraft } from '../blankDraft.ts';
import { countWords } from './countWords.ts';
import { findMatches, replaceMatches, type Query } from './findReplace.ts';
import { textsOf } from '@portico/kinds/texts';

const draftOf = (components: ContentComponent[], fields: Partial<ItemContent['fields']> = {}): ItemContent => ({
  fields: { ...blankDraft.fields, ...fields },
  trees: { ...blankDraft.trees, components },
});
const looking = (text: string, own: Partial<Query> = {}): Query => ({
  text,
  isExact: false,
  isWholeWord: false,
  ...own,
});
const header = (id: string, text: string): ContentComponent => ({ id, type: 'Header', level: 2, text });
const bold = [{ type: 'bold' as const }];
const body = (...content: Array<{ type: 'text'; text: string; marks?: typeof bold }>): ComponentOf<'BodyText'> => ({
  id: 'b',
  type: 'BodyText',
  body: { type: 'doc', content: [{ type: 'paragraph', content }] },
});

describe('find and replace', () => {
  test('finds text in fields and components, with the surrounding text [STUDIO-237]', () => {
    const draft = draftOf([header('a', 'Roth and roth'), body({ type: 'text', text: 'A Rothschild' })], {
      header: 'Roth conversions',
      joinLink: 'https://meet.example.com/Rothroom',
      speakers: ['Ana Roth'],
    });
    const matches = (query: Query) => findMatches(draft, query).map(({ key, index }) => `${key} ${index}`);
    expect(matches(looking('roth'))).toEqual([
      'field:header 0',
      'field:joinLink 0',
      'field:speakers 0',
      'a 0',
      'a 1',
      'b 0',
    ]);
    expect(matches(looking('roth', { isExact: true }))).toEqual(['a 0']);
    expect(matches(looking('roth', { isWholeWord: true }))).toEqual([
      'field:header 0',
      'field:speakers 0',
      'a 0',
      'a 1',
    ]);
    expect(findMatches(draft, looking('and'))).toMatchObject([{ before: 'Roth ', found: 'and', after: ' roth' }]);
    expect(matches(looking(''))).toEqual([]);
    expect(matches(looking('.*'))).toEqual([]);
  });

  test.each(fieldNames)('finds and replaces the words of the field %s, if it has any [STUDIO-373]', (name) => {
    const texts: string[] = [];
    mapWords<unknown>(examples[name], 'read', {
      line: (text) => (texts.push(text), text),
      inline: (text) => text,
    });
    const has = ['read', 'aside'].includes(wordsOfField(fields[name]));
    expect(texts.length > 0 || !has).toBe(true);
    const draft = draftOf([], { [name]: examples[name] });
    for (const text of texts.filter((one) => one !== '')) {
      expect(findMatches(draft, looking(text)).length > 0).toBe(has);
      const { draft: after } = applyChanges(draft, replaceMatches(draft, looking(text), 'Changed'));
      expect(JSON.stringify(after.fields[name]).includes('Changed')).toBe(has);
    }
  });

  test('replaces text across marks and keeps the surrounding marks [STUDIO-237]', () => {
    const draft = draftOf([
      body(
        { type: 'text', text: 'the Ro' },
        { type: 'text', text: 'th I', marks: bold },
        { type: 'text', text: 'RA.' },
      ),
    ]);
    const [change] = replaceMatches(draft, looking('Roth IRA'), 'account');
    expect(change).toMatchObject({
      component: { body: { content: [{ content: [{ text: 'the account' }, { text: '.' }] }] } },
    });
    const [gone] = replaceMatches(draft, looking('th i'), '');
    expect(gone).toMatchObject({
      component: { body: { content: [{ content: [{ text: 'the Ro' }, { text: 'RA.' }] }] } },
    });
  });

  test('replaces either one match or all of them, and preserves the type of each field', () => {
    const draft = draftOf([header('a', 'one one one')], { header: 'one', speakers: ['one', 'two'] });
    const after = (only?: { key: string; index: number }) =>
      applyChanges(draft, replaceMatches(draft, looking('one'), 'ONE', only)).draft;
    expect(after({ key: 'a', index: 1 }).trees.components).toEqual([header('a', 'one ONE one')]);
    expect(after({ key: 'a', index: 1 }).fields.header).toBe('one');
    expect(after().fields).toMatchObject({ header: 'ONE', speakers: ['ONE', 'two'] });
    expect(after().trees.components).toEqual([header('a', 'ONE ONE ONE')]);
  });

  test('changes only texts: every kind stays valid, whatever is replaced [STUDIO-237]', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.values(oneOfEachKind)),
        fc.constantFrom('a', 'e', 'o', 'B', 'Left', 'text', 'i', '1'),
        (component, letters) => {
          const draft = draftOf([component]);
          const changes = replaceMatches(draft, looking(letters), 'x');
          const [next] = applyChanges(draft, changes).draft.trees.components;
          expect(ContentComponent.safeParse(next).error?.issues ?? []).toEqual([]);
          expect(textsOf(next!).join('\n').toLowerCase()).not.toContain(letters.toLowerCase());
        },
      ),
    );
  });
});

test('the word count covers what readers see, and includes the reading time in minutes [STUDIO-238]', () => {
  const draft = draftOf([header('a', 'Two words – here'), body({ type: 'text', text: 'One ' })], { header: 'A title' });
  expect(countWords(draft)).toEqual({ words: 6, minutes: 1 });
  expect(
    countWords(draftOf([], { location: 'Harbor room', speakers: ['Ana Ruiz'], joinLink: 'https://a.example' })).words,
  ).toBe(4);
  expect(countWords(draftOf([header('a', 'word '.repeat(2380))])).minutes).toBe(10);
});
