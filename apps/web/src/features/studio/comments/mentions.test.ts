import { describe, expect, test } from 'vitest';
import { mentionsIn, suggestMentions, withMention } from './mentions.ts';

const eve = { id: '1', name: 'Eve Stone' };
const abe = { id: '2', name: 'Abe Evers' };
const people = [eve, abe];

describe('mentions in a comment [STUDIO-043]', () => {
  test.each([
    ['Ask @', [eve, abe]],
    ['Ask @ev', [eve, abe]],
    ['@eve s', [eve]],
    ['@Eve Stone', []],
    ['mail@eve', []],
    ['Ask @eve about it', []],
  ])('%j suggests %j', (before, suggested) => expect(suggestMentions(before, people)).toEqual(suggested));

  test('a chosen name replaces the part typed so far, wherever the caret is', () => {
    expect(withMention('Ask @ev about it', 7, 'Eve Stone')).toEqual({ text: 'Ask @Eve Stone  about it', caret: 15 });
  });

  test('count only while the names are in the text', () => {
    expect(mentionsIn('Ask @Eve Stone', people)).toEqual(['1']);
    expect(mentionsIn('Ask Eve Stone', people)).toEqual([]);
  });
});
