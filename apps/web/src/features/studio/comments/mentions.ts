import type { Mentionable } from '@portico/contracts/studio/comments';

const MAX_SUGGESTIONS = 6;
/** "@" at the beginning or after whitespace, and the part of a name typed so far. */
const PARTIAL_MENTION = /(?:^|\s)@(?<typed>[^\s@]*(?: [^\s@]*)?)$/u;

/** People to suggest at the caret: nobody unless a mention is being typed. */
export function suggestMentions(before: string, people: readonly Mentionable[]): Mentionable[] {
  const typed = PARTIAL_MENTION.exec(before)?.groups?.['typed']?.toLowerCase();
  if (typed === undefined || people.some(({ name }) => name.toLowerCase() === typed)) return [];
  const isMatch = ({ name }: Mentionable) =>
    name.toLowerCase().startsWith(typed) || name.toLowerCase().includes(` ${typed}`);
  return people.filter((person) => person.name !== '' && isMatch(person)).slice(0, MAX_SUGGESTIONS);
}

/** The text with the partial mention completed, and the new caret position. */
export function withMention(text: string, caret: number, name: string): { text: string; caret: number } {
  const partial = PARTIAL_MENTION.exec(text.slice(0, caret));
  const typed = partial?.groups?.['typed'] ?? '';
  const start = caret - typed.length;
  const finished = `${text.slice(0, start)}${name} `;
  return { text: finished + text.slice(caret), caret: finished.length };
}

/** Ids of the people that a text mentions. */
export const mentionsIn = (text: string, people: readonly Mentionable[]): string[] =>
  people.filter(({ name }) => name !== '' && text.includes(`@${name}`)).map(({ id }) => id);
