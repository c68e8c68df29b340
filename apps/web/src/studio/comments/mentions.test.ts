import { describe, expect, test } from 'vitest';
import { readMentions, suggestMentions, withMention, withText, type CommentDraft } from './mentions.ts';

const person = (id: string, name: string) => ({ id, name, email: `${id}@portico.test` });
const eve = person('1', 'Eve Stone');
const abe = person('2', 'Abe Evers');
const people = [eve, abe];
const typed = (text: string): CommentDraft => ({ text, picked: [] });

describe('mentions in a comment [STUDIO-043]', () => {
  test.each([
    ['Ask @', [eve, abe]],
    ['Ask @ev', [eve, abe]],
    ['(@ev', [eve, abe]],
    ['@eve s', [eve]],
    ['@stone', [eve]],
    ['@Eve Stone', []],
    ['mail@eve', []],
    ['Ask @eve about it', []],
  ])('%j suggests %j', (before, suggested) =>
    expect(suggestMentions(typed(before), before.length, people)).toEqual(suggested),
  );

  test('suggest people with the typed words as whole words, and as their surname, first [SEARCH-037]', () => {
    const others = ['Aaron', 'Abel', 'Ada', 'Al', 'Alan', 'Alba'].map((given) => person(given, `${given} Lindgren`));
    const ed = person('8', 'Ed Li');
    const li = person('9', 'Li Wang');
    expect(suggestMentions(typed('Ask @li'), 7, [...others, li, ed]).slice(0, 3)).toEqual([ed, li, others[0]]);
  });

  test('a chosen name replaces the part typed so far, wherever the caret is', () => {
    expect(withMention(typed('Ask @ev about it'), 7, eve)).toEqual({
      draft: { text: 'Ask @Eve Stone  about it', picked: [{ id: '1', start: 4, end: 14 }] },
      caret: 15,
    });
  });

  test('count only while the names are in the text', () => {
    expect(readMentions(typed('Ask @Eve Stone'), people)).toEqual({ ids: ['1'], unclear: [] });
    expect(readMentions(typed('Ask Eve Stone'), people)).toEqual({ ids: [], unclear: [] });
    expect(readMentions(typed('Mail eve@stone.example or x@Eve Stone'), people)).toEqual({ ids: [], unclear: [] });
  });
});

describe('who a comment notifies', () => {
  const sam = person('3', 'Sam Leeds');
  const others = [person('4', 'Sam'), person('5', 'Sam Lee'), person('6', 'Jo Leeds'), person('7', 'Sam Leeds-Park')];
  const jose = person('8', 'José Marín');
  const aj = person('9', 'A.J. Burke');
  const obrien = person('10', 'Kate O’Brien');
  const cruz = person('11', 'Juan de la Cruz Jr.');
  const olga = person('12', 'Ольга Петрова');
  const ann = person('13', 'Ann Reed');
  const namesake = person('14', 'Ann Reed');
  const all = [sam, ...others, jose, aj, obrien, cruz, olga, ann, namesake];

  test.each([
    ['@Sam Leeds, please look', [sam]],
    ['@sam leeds.', [sam]],
    ['Thanks @Sam Leeds and @Jo Leeds!', [sam, others[2]!]],
    ['@Sam Lee', [others[1]!]],
    ['@Jose Marin has it', [jose]],
    ['@A.J. Burke, @A J Burke', [aj]],
    ["@Kate O'Brien", [obrien]],
    ['@Juan de la Cruz Jr. knows', [cruz]],
    ['@ольга петрова', [olga]],
    ['First line\n@Sam Leeds\nnext line', [sam]],
  ])('is exactly the person whose whole name was typed: %j [STUDIO-307]', (text, expected) => {
    expect(readMentions(typed(text), all).ids).toEqual(expected.map(({ id }) => id));
  });

  test.each([
    ['@Ann Reed', ['Ann Reed']],
    ['@ann reed and @Jo', ['Ann Reed', 'Jo']],
    ['@Leeds?', ['Leeds']],
    ['@nobody', []],
    ['@AJ Burke', ['AJ']],
  ])('nobody, if several people have the name or it is incomplete: %j [STUDIO-307]', (text, unclear) => {
    expect(readMentions(typed(text), all)).toEqual({ ids: [], unclear });
  });

  test('is the namesake who was chosen, wherever the text moves the name, until it is edited [STUDIO-307]', () => {
    const asked = typed('Ask @ann reed');
    expect(suggestMentions(asked, asked.text.length, all)).toEqual([ann, namesake]);
    const { draft, caret } = withMention(asked, asked.text.length, namesake);
    expect(suggestMentions(draft, caret, all)).toEqual([]);
    expect(readMentions(draft, all)).toEqual({ ids: [namesake.id], unclear: [] });
    const both = withMention(withText(draft, `${draft.text}and @ann`), draft.text.length + 8, ann).draft;
    expect(readMentions(both, all).ids).toEqual([namesake.id, ann.id]);
    const moved = withText(withText(both, `Please: ${both.text}`), `Please: ${both.text} Thanks`);
    expect(readMentions(moved, all)).toEqual({ ids: [namesake.id, ann.id], unclear: [] });
    const edited = withText(moved, moved.text.replace('Ask @Ann Reed', 'Ask Ann Reed'));
    expect(readMentions(edited, all)).toEqual({ ids: [ann.id], unclear: [] });
  });
});
