import { SaxesParser } from 'saxes';

/** The parts of a form that people see; the others are settings and saved states. */
const PACKETS = new Set(['template', 'datasets']);
/** Elements of a template whose text nobody sees: programs, messages of checks, descriptions. */
const UNSEEN = new Set(['event', 'calculate', 'validate', 'variables', 'assist', 'desc', 'extras', 'bind', 'connect']);
const HIDDEN = new Set(['hidden', 'invisible', 'inactive']);
/** Elements of formatted text that don't end a word. */
const INLINE = new Set(['span', 'b', 'i', 'u', 'a', 'sub', 'sup', 'strong', 'em', 'font']);
/** A longer word is a picture in Base64. */
const MAX_WORD_LENGTH = 200;
/** The usual notice has 600 characters, and some have it in several languages. */
const MAX_NOTICE_LENGTH = 4000;

/**
 * The words of an XFA form: captions, texts and choices of its template, and the data that people entered. Its pages
 * contain only the request to wait. Source: XFA 3.3, which ISO 32000-2 no longer contains.
 */
export function xfaText(parts: readonly (readonly [name: string, xml: string])[]): string {
  const xml = new Map(parts);
  const template = xml.get('template');
  if (template === undefined) return packetText(xml.get('xdp:xdp') ?? '');
  return `${packetText(template)}\n${packetText(xml.get('datasets') ?? '')}`.trim();
}

function packetText(xml: string): string {
  let text = '';
  const open: { element: string; isSeen: boolean }[] = [];
  const isSeen = () => open.at(-1)?.isSeen ?? true;
  const parser = new SaxesParser({ fragment: true });
  // Forms in use contain small faults, such as prefixes without a declaration; the words after them are read anyway.
  parser.on('error', () => {});
  parser.on('opentag', ({ name, attributes }) => {
    const element = name.slice(name.indexOf(':') + 1);
    const isInTemplate = open.some((outer) => outer.element === 'template');
    const isLeftOut =
      (open.at(-1)?.element === 'xdp' && !PACKETS.has(element)) ||
      (isInTemplate && (UNSEEN.has(element) || HIDDEN.has(String(attributes['presence'] ?? '')))) ||
      (!isInTemplate && element === 'dataDescription');
    open.push({ element, isSeen: isSeen() && !isLeftOut });
    if (!INLINE.has(element)) text += '\n';
  });
  const addText = (words: string) => {
    if (isSeen()) text += words.replaceAll(/\S+/gu, (word) => (word.length > MAX_WORD_LENGTH ? '' : word));
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    if (!INLINE.has(open.pop()?.element ?? '')) text += '\n';
  });
  parser.write(xml).close();
  return text
    .replaceAll(/[^\S\n]+/gu, ' ')
    .replaceAll(/ ?\n[ \n]*/gu, '\n')
    .trim();
}

/**
 * The pages with the words of the form, if most of these are missing from them. A form without fixed pages has one that
 * only asks to wait or to get another program: the form replaces it.
 */
export function withFormText(pages: string[], form: string): string[] {
  const words = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{M}]{3,}/gu));
  const [inForm, inPages] = [words(form), words(pages.join('\n'))];
  if (inForm.size === 0 || [...inForm].filter((word) => inPages.has(word)).length >= inForm.size / 2) return pages;
  const isNotice = pages.reduce((length, page) => length + page.length, 0) <= MAX_NOTICE_LENGTH;
  return isNotice ? [form] : [`${pages[0] ?? ''}\n${form}`, ...pages.slice(1)];
}
