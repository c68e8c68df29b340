/** Elements that are not part of the text. */
const SKIPPED = new Set(['head', 'script', 'style', 'template', 'title', 'noscript']);
/** Elements within a line; all others end it. */
const INLINE = new Set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);
/** The names of the characters from 160 on. Source: HTML 4, 24.2.1. */
const LATIN_1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'.split(
    ' ',
  );
/** The names of other characters, before the character. */
const OTHERS =
  'amp& lt< gt> quot" apos\' bull• hellip… trade™ euro€ ndash– mdash— lsquo‘ rsquo’ sbquo‚ ldquo“ rdquo” bdquo„ larr← rarr→ minus− le≤ ge≥ ne≠ OEligŒ oeligœ ScaronŠ scaronš'.split(
    ' ',
  );
const ENTITIES: Record<string, string> = {
  ...Object.fromEntries(LATIN_1.map((name, index) => [name, String.fromCharCode(160 + index)])),
  ...Object.fromEntries(OTHERS.map((pair) => [pair.slice(0, -1), pair.slice(-1)])),
};
const MESSAGE = /^(?:[\w-]+:[^\r\n]*\r?\n(?:[ \t][^\r\n]*\r?\n)*){1,40}\r?\n/;

/**
 * The lines of a web page, a saved web page (MHTML) or a plain text that a document embeds. Tags and scripts are left
 * out; nothing is interpreted.
 */
export function embeddedLines(bytes: Buffer, charset?: string): string[] {
  const text = decoded(bytes, charset);
  const message = /^(?:MIME-Version|From|Subject|Content-Type|Date):/i.test(text) ? messageBody(text) : undefined;
  if (message) return embeddedLines(message.bytes, message.charset);
  if (text.startsWith('{\\rtf')) return [];
  const isPage = /<(?:!doctype|html|head|body|p|div|table|span|h[1-6]|br|ul|ol|meta)\b/i.test(text.slice(0, 10_000));
  return (isPage ? pageText(text) : text)
    .split(/\r\n?|\n/)
    .map((line) => line.replaceAll(/[^\S\n]+/g, ' ').trim())
    .filter((line) => line !== '');
}

function decoded(bytes: Buffer, charset: string | undefined): string {
  const mark = bytes.toString('hex', 0, 2);
  const start = bytes.toString('latin1', 0, 2048);
  const declared = charset ?? /charset=["']?([\w-]+)/i.exec(start)?.[1];
  const charsets =
    mark === 'fffe' ? ['utf-16le'] : mark === 'feff' ? ['utf-16be'] : ['utf-8', declared ?? '', 'windows-1252'];
  for (const one of charsets)
    try {
      return new TextDecoder(one, { fatal: true }).decode(bytes);
    } catch {
      // The next one is tried.
    }
  return bytes.toString('latin1');
}

/** The page or the text in a message with parts. Source: RFC 2045, 2046 and 2557. */
function messageBody(text: string, depth = 0): { bytes: Buffer; charset: string | undefined } | undefined {
  const [header] = MESSAGE.exec(text) ?? [];
  if (header === undefined || depth > 3) return undefined;
  const body = text.slice(header.length);
  const field = (name: string) =>
    new RegExp(`^${name}:((?:[^\\r\\n]|\\r?\\n[ \\t])*)`, 'im').exec(header)?.[1]?.trim() ?? '';
  const type = field('Content-Type');
  const boundary = /boundary="?([^";\r\n]+)/i.exec(type)?.[1];
  if (boundary !== undefined) {
    const parts = body
      .split(`--${boundary}`)
      .slice(1)
      .map((part) => part.replace(/^\r?\n/, ''));
    const found = parts.flatMap((part) => messageBody(part, depth + 1) ?? []);
    return found[0];
  }
  if (type !== '' && !/^text\/(?:html|plain)/i.test(type)) return undefined;
  const charset = /charset="?([\w-]+)/i.exec(type)?.[1];
  const encoding = field('Content-Transfer-Encoding').toLowerCase();
  if (encoding === 'base64') return { bytes: Buffer.from(body, 'base64'), charset };
  if (encoding === 'quoted-printable') return { bytes: Buffer.from(unquoted(body), 'latin1'), charset };
  return { bytes: Buffer.from(body), charset: undefined };
}

const unquoted = (text: string): string =>
  text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

function pageText(page: string): string {
  const lower = page.toLowerCase();
  const texts: string[] = [];
  const after = (mark: string, from: number) => {
    const at = lower.indexOf(mark, from);
    return at < 0 ? page.length : at + mark.length;
  };
  for (let at = 0; at < page.length;) {
    const open = page.indexOf('<', at);
    const textEnd = open < 0 ? page.length : open;
    texts.push(withoutEntities(page.slice(at, textEnd).replaceAll(/\s+/g, ' ')));
    if (open < 0) break;
    const [, isEnd, name] = /^<(\/?)([a-z][a-z0-9]*)/.exec(lower.slice(open, open + 20)) ?? [];
    if (name === undefined && !/[!?/]/.test(page[open + 1] ?? '')) {
      texts.push('<');
      at = open + 1;
    } else if (page.startsWith('<!--', open)) at = after('-->', open);
    else {
      at = after('>', open);
      if (name !== undefined && isEnd === '' && SKIPPED.has(name)) at = after('>', after(`</${name}`, at));
      if (name === 'td' || name === 'th') texts.push(' ');
      else if (name !== undefined && !INLINE.has(name)) texts.push('\n');
    }
  }
  return texts.join('');
}

function withoutEntities(text: string): string {
  return text.replaceAll(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{2,8}));/gi,
    (written, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return ENTITIES[name] ?? written;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : '';
    },
  );
}
