import type { Piece } from '@portico/authoring/conversion/pieces';
import { readHtml } from '@portico/authoring/conversion/readHtml';
import { isDocumentLink, plainParagraph } from './shownPieces.ts';

const MESSAGE = /^(?:[\w-]+:[^\r\n]*\r?\n(?:[ \t][^\r\n]*\r?\n)*){1,40}\r?\n/;

/** The text of a web page, a saved web page (MHTML) or a plain text that a document embeds. */
export function embeddedPieces(bytes: Buffer, charset?: string): Piece[] {
  const text = decoded(bytes, charset);
  const message = /^(?:MIME-Version|From|Subject|Content-Type|Date):/i.test(text) ? messageBody(text) : undefined;
  if (message) return embeddedPieces(message.bytes, message.charset);
  if (text.startsWith('{\\rtf')) return [];
  if (/<(?:!doctype|html|head|body|p|div|table|span|h[1-6]|br|ul|ol|meta)\b/i.test(text.slice(0, 10_000)))
    return readHtml(text, UNREPORTED, {
      addressOf: (href) => (isDocumentLink(href) ? { href } : {}),
      hasPictures: false,
    });
  const lines = text.split(/\r\n?|\n/).map((line) => line.replaceAll(/[^\S\n]+/g, ' ').trim());
  return lines.filter((line) => line !== '').map(plainParagraph);
}

/** A preview does not say what it leaves out of an embedded page. */
const UNREPORTED = { add: () => {} };

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
