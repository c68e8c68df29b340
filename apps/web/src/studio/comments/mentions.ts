import { foldWords } from '@portico/contracts/foldWords';
import { isNameMatch, nameFit } from '@portico/contracts/nameMatches';
import type { Mentionable } from '@portico/contracts/studio/comments';

const MAX_SUGGESTIONS = 6;
/** Names with more words are compared up to here. */
const MAX_NAME_WORDS = 6;
/** "@" that is not inside an address, and the part of a name typed so far. */
const PARTIAL_MENTION = /(?<![\p{L}\p{N}._%+-])@(?<typed>[^\s@]*(?: [^\s@]+)*(?: [^\s@]*)?)$/u;
const MENTION = /(?<![\p{L}\p{N}._%+-])@(?=[\p{L}\p{N}])/gu;

/** A person chosen from the suggestions, and where the text mentions them. */
export interface PickedMention {
  id: string;
  start: number;
  end: number;
}

/** An unsent comment. */
export interface CommentDraft {
  text: string;
  picked: readonly PickedMention[];
}

export const emptyComment: CommentDraft = { text: '', picked: [] };

/** People to suggest at the caret: nobody unless a mention is being typed that is not complete yet. */
export function suggestMentions(
  { text, picked }: CommentDraft,
  caret: number,
  people: readonly Mentionable[],
): Mentionable[] {
  const partial = PARTIAL_MENTION.exec(text.slice(0, caret));
  const typed = partial?.groups?.['typed'];
  if (partial === null || typed === undefined || picked.some(({ start }) => start === partial.index)) return [];
  if (withName(typed, people).length === 1) return [];
  return people
    .filter(({ name }) => name !== '' && (typed === '' || isNameMatch(name, typed)))
    .toSorted((a, b) => nameFit(a.name, typed) - nameFit(b.name, typed))
    .slice(0, MAX_SUGGESTIONS);
}

/** The comment with the mention at the caret completed, and the new caret position. */
export function withMention(
  { text, picked }: CommentDraft,
  caret: number,
  { id, name }: Mentionable,
): { draft: CommentDraft; caret: number } {
  const start = PARTIAL_MENTION.exec(text.slice(0, caret))?.index ?? caret;
  const end = start + name.length + 1;
  const completed = withText({ text, picked }, `${text.slice(0, start)}@${name} ${text.slice(caret)}`);
  const others = completed.picked.filter((other) => other.end <= start || other.start >= end);
  return { draft: { text: completed.text, picked: [...others, { id, start, end }] }, caret: end + 1 };
}

/** The comment with another text. Mentions move with their text, and one that was edited is no longer a choice. */
export function withText({ text, picked }: CommentDraft, next: string): CommentDraft {
  const shorter = Math.min(text.length, next.length);
  let same = 0;
  while (same < shorter && text[same] === next[same]) same += 1;
  let sameAtEnd = 0;
  while (sameAtEnd < shorter - same && text.at(-1 - sameAtEnd) === next.at(-1 - sameAtEnd)) sameAtEnd += 1;
  const moved = next.length - text.length;
  return {
    text: next,
    picked: picked.flatMap((one) => {
      if (one.end <= same) return [one];
      if (one.start >= text.length - sameAtEnd) return [{ ...one, start: one.start + moved, end: one.end + moved }];
      return [];
    }),
  };
}

interface ReadMentions {
  /** The people to notify. */
  ids: string[];
  /** Names after "@" that notify nobody, because several people have them or because they are incomplete. */
  unclear: string[];
}

/** Everyone who was chosen, and those whose whole name was typed and who alone have it. */
export function readMentions({ text, picked }: CommentDraft, people: readonly Mentionable[]): ReadMentions {
  const ids = new Set(picked.map(({ id }) => id));
  const unclear = new Set<string>();
  for (const { index } of text.matchAll(MENTION)) {
    if (picked.some(({ start, end }) => start <= index && index < end)) continue;
    const words = text
      .slice(index + 1)
      .split(/[^\S\n]+|\n.*/su, MAX_NAME_WORDS)
      .filter((word) => word !== '');
    const named = longestName(words, people);
    if (named?.people.length === 1) ids.add(named.people[0]!.id);
    else if (named) unclear.add(named.name);
    else if (people.some(({ name }) => isNameMatch(name, words[0]!))) unclear.add(withoutPunctuation(words[0]!));
  }
  return { ids: [...ids], unclear: [...unclear] };
}

function longestName(
  words: string[],
  people: readonly Mentionable[],
): { name: string; people: Mentionable[] } | undefined {
  for (let count = words.length; count > 0; count -= 1) {
    const found = withName(words.slice(0, count).join(' '), people);
    if (found.length > 0) return { name: found[0]!.name, people: found };
  }
  return undefined;
}

/** The people with exactly this name, however it is accented and punctuated. */
function withName(typed: string, people: readonly Mentionable[]): Mentionable[] {
  const words = foldWords(typed).join(' ');
  return words === '' ? [] : people.filter(({ name }) => foldWords(name).join(' ') === words);
}

/** Without punctuation at its beginning and end. */
const withoutPunctuation = (word: string): string => word.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
