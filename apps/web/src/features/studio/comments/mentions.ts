import type { Mentionable } from '@portico/contracts/studio/comments';

const MAX_OFFERS = 6;
/** "@" at the beginning or after a blank, and what is typed of a name. */
const BEGUN = /(?:^|\s)@(?<typed>[^\s@]*(?: [^\s@]*)?)$/u;

/** Whom to offer where the caret is: nobody unless a mention is being typed. */
export function offersFor(before: string, people: readonly Mentionable[]): Mentionable[] {
  const typed = BEGUN.exec(before)?.groups?.['typed']?.toLowerCase();
  if (typed === undefined || people.some(({ name }) => name.toLowerCase() === typed)) return [];
  const fits = ({ name }: Mentionable) =>
    name.toLowerCase().startsWith(typed) || name.toLowerCase().includes(` ${typed}`);
  return people.filter((person) => person.name !== '' && fits(person)).slice(0, MAX_OFFERS);
}

/** The text with the begun mention finished, and where the caret is then. */
export function withMention(text: string, caret: number, name: string): { text: string; caret: number } {
  const begun = BEGUN.exec(text.slice(0, caret));
  const typed = begun?.groups?.['typed'] ?? '';
  const start = caret - typed.length;
  const finished = `${text.slice(0, start)}${name} `;
  return { text: finished + text.slice(caret), caret: finished.length };
}

/** Ids of the people that a text mentions. */
export const mentionsIn = (text: string, people: readonly Mentionable[]): string[] =>
  people.filter(({ name }) => name !== '' && text.includes(`@${name}`)).map(({ id }) => id);
