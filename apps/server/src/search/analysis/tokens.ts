import { componentsIn, type ContentComponent, type ListItem } from '@portico/contracts/content';
import type { FormField } from '@portico/contracts/formFields';
import { plainInline, plainText } from '@portico/contracts/richText';

/** A word of a text as the search compares it, and where it stands. */
export interface Token {
  word: string;
  start: number;
  end: number;
}

const MAX_WORD_LENGTH = 60;

/**
 * Names that are one word however they are written: `I.R.A.`, `401(k)`, `501(c)(3)`, `401 k`, `1099-R`, `W-2`, `S&P`, `S & P`,
 * and numbers with commas. Everything else is a run of letters and digits.
 */
const TOKEN = new RegExp(
  [
    String.raw`(?<![\p{L}\p{N}])(?:`,
    [
      String.raw`(?:\p{L}\.){2,12}`,
      String.raw`\d{2,4}[ -]?\(\p{L}\)(?:\(\d{1,2}\))?s?`,
      String.raw`(?:401 k|403 b|457 b)s?`,
      String.raw`\d{1,4}-\p{L}`,
      String.raw`\p{L}-\d{1,3}`,
      String.raw`\p{L}{1,3}&\p{L}{1,3}`,
      String.raw`\p{Lu} & \p{Lu}`,
      String.raw`\d{1,3}(?:,\d{3}){1,5}`,
    ].join('|'),
    String.raw`)(?![\p{L}\p{N}])|[\p{L}\p{N}\p{M}]+`,
  ].join(''),
  'giu',
);

/** The words of a text in their order: small letters without accents, names like 401(k) in one spelling. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(TOKEN)) {
    const word = wordOf(match[0]);
    if (word !== '') tokens.push({ word, start: match.index, end: match.index + match[0].length });
  }
  return tokens;
}

/** The words of a text with single blanks between them, safe to be handed to PostgreSQL's parser. */
export function wordsOf(text: string): string {
  return tokensOf(text)
    .map(({ word }) => word)
    .join(' ');
}

function wordOf(written: string): string {
  return written
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/^(\d{2,4}\p{L})s$/u, '$1')
    .slice(0, MAX_WORD_LENGTH);
}

/** The words of a component tree as a reader meets them, a line a piece. Fields of forms tell their labels, not their choices. */
export function searchText(components: ContentComponent[]): string {
  return components
    .flatMap(linesOrNone)
    .filter((line) => typeof line === 'string' && line.trim() !== '')
    .join('\n');
}

/** As on the page, what breaks the contract is left out: neither the rest of its item nor others that are indexed with it may suffer. */
function linesOrNone(component: ContentComponent): Array<string | undefined> {
  try {
    return linesOf(component);
  } catch {
    return [];
  }
}

const listLines = (items: ListItem[]): string[] =>
  items.flatMap((item) => [plainInline(item.content), ...listLines(item.items ?? [])]);

const fieldLines = (field: FormField): Array<string | undefined> =>
  'alias' in field
    ? [field.label, field.helpText]
    : field.type === 'TitleAndDescription'
      ? [field.title, field.description]
      : [];

function linesOf(component: ContentComponent): Array<string | undefined> {
  switch (component.type) {
    case 'Header':
      return [component.text];
    case 'BodyText':
      return [plainText(component.body)];
    case 'BulletedList':
      return listLines(component.items);
    case 'Link':
      return [component.text, component.description];
    case 'Quote':
      return [plainText(component.body), component.attribution];
    case 'Callout':
      return [component.title, plainText(component.body), component.link?.text];
    case 'Image':
      return [component.caption, component.image.alt];
    case 'ImageGallery':
      return component.images.flatMap(({ image, title, text, link }) => [title, text, link?.text, image.alt]);
    case 'Table':
      return [component.caption, ...[component.header, ...component.rows].map((row) => row.map(plainInline).join(' '))];
    case 'Tile':
      return [component.title, component.text, component.link?.text];
    case 'IconsList':
      return component.items.flatMap(({ title, text, link }) => [title, text, link?.text]);
    case 'ContactLink':
      return [component.name, component.role, component.email, component.link?.text];
    case 'HeadshotName':
      return [component.name, component.role];
    case 'HeadshotDetails':
      return [component.name, component.role, plainText(component.body), component.email];
    case 'FileList':
      return [component.title, ...component.files.map(({ title }) => title)];
    case 'Video':
      return [component.title, component.transcript && plainText(component.transcript)];
    case 'Checklist':
      return [component.title, ...component.items.map(({ content }) => plainInline(content))];
    case 'Form':
      return [component.title, component.description, ...component.fields.flatMap(fieldLines)];
    case 'ExpandCollapse':
      return [component.title, searchText(componentsIn(component))];
    case 'Columns':
      return [searchText(componentsIn(component))];
    case 'TextField':
    case 'TextArea':
    case 'DropDownList':
      return fieldLines(component);
    // These are not shown on pages. Source: spec §3.
    case 'SingleChoice':
    case 'MultiChoice':
    case 'TitleAndDescription':
    case 'Checkbox':
    case 'FileUpload':
    case 'Divider':
      return [];
  }
}
