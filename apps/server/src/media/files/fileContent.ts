import { fileFormats } from '@portico/kinds/fileFormats';
import type { DocumentFormat } from '@portico/kinds/media';
import { PortalError } from '../../errors.ts';
import { isEncryptedOffice, oldOfficeFormat } from './encryptedOffice.ts';
import type { StagedObject } from '../store/objectStore.ts';
import { openZip, type ZipArchive } from '../zip/zipArchive.ts';

const HEAD_BYTES = 4096;
const MAX_CONTENT_TYPES_BYTES = 4 * 1024 * 1024;

/**
 * The content type of an office file's main part. Macro-enabled files and templates have different ones. Source:
 * ECMA-376.
 */
const MAIN_PARTS = {
  DOCX: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
  XLSX: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
  PPTX: 'application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml',
} as const;
/** Executable parts that an office file can contain. */
const MACRO_PARTS = /vbaProject|vbaData|macrosheets\/|activeX\/|customUI\/.*\.bin/i;
const MACRO_TYPES = /macroEnabled|vbaProject|ms-office\.activeX/i;

/** Folders of an OpenDocument file with macros and scripts. */
const OPEN_DOCUMENT_CODE = /^(?:Basic|Scripts|Dialogs)\/./i;
const MAX_MEDIA_TYPE_BYTES = 200;
/** A PDF may begin with anything within this many bytes. Source: Adobe PDF Reference 1.7, Appendix H, note 13. */
const MAX_PDF_PREFACE = 1024;
const PDF_HEADER = /%PDF-[12]\.\d/;
const PDF_PREFACE =
  /^(?:\u00ef\u00bb\u00bf|\u00fe\u00ff|\u00ff\u00fe)?(?:[\0\t\n\f\r ]|(?:[A-Za-z][A-Za-z-]*:|%%)[\t -;=-~]*\r?\n)*$/;

const FILM_BRANDS = /^(?:isom|iso[2-9]|mp4[12]|avc1|M4V[ HP]|dash|msnv|MSNV|f4v |cmf[c2])/;
/** A text that starts like this is a web page, a drawing or a program, whatever its name. */
const MARKUP = /^\s*(?:<!doctype|<\?xml|<html|<head|<body|<svg|<script|<!--|<\?php|#!|%PDF-|\{\\rtf)/i;

/**
 * Asserts that the content has the format that the file name claims, and returns the character set of texts. Throws
 * `unsupported_media_type` if it has a different format or contains macros, `payload_too_large` and `invalid_input` as
 * `openZip` does. Source: TRUST U1, U4.
 */
export async function assertContent(staged: StagedObject, format: DocumentFormat): Promise<{ charset?: string }> {
  const head = await staged.read(0, HEAD_BYTES);
  switch (format) {
    case 'DOCX':
    case 'XLSX':
    case 'PPTX':
      return (await assertOffice(staged, format), {});
    case 'ODT':
    case 'ODS':
    case 'ODP':
      return (await assertOpenDocument(staged, format), {});
    case 'CSV':
    case 'TXT':
    case 'VTT':
      return { charset: await assertText(staged, head, format) };
    default:
      return (assertMatch(startsAs(head, format), format), {});
  }
}

function startsAs(head: Buffer, format: 'PDF' | 'RTF' | 'PNG' | 'JPEG' | 'WEBP' | 'MP4' | 'WEBM'): boolean {
  const ascii = (start: number, end: number) => head.toString('latin1', start, end);
  switch (format) {
    case 'PDF':
      return isPdf(ascii(0, MAX_PDF_PREFACE + 8));
    case 'RTF':
      return /^\{\\rtf\d?[\s\\{]/.test(ascii(0, 16));
    case 'PNG':
      return head.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'));
    case 'JPEG':
      return head.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'));
    case 'WEBP':
      return ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP';
    case 'MP4':
      return ascii(4, 8) === 'ftyp' && FILM_BRANDS.test(ascii(8, 12));
    case 'WEBM':
      return head.subarray(0, 4).equals(Buffer.from('1a45dfa3', 'hex')) && ascii(4, 64).includes('\x42\x82\x84webm');
  }
}

/**
 * Whether a PDF begins here, perhaps after white space, a byte order mark, the header lines of a mail or the comments
 * of a print shop. Anything else could make the file something else for other programs.
 */
function isPdf(start: string): boolean {
  const at = start.search(PDF_HEADER);
  return at >= 0 && PDF_PREFACE.test(start.slice(0, at));
}

async function assertOffice(staged: StagedObject, format: keyof typeof MAIN_PARTS): Promise<void> {
  if (await isEncryptedOffice(staged)) return;
  const oldFormat = await oldOfficeFormat(staged);
  if (oldFormat !== undefined)
    throw new PortalError(
      'unsupported_media_type',
      `This is a ${oldFormat} file with the name of a newer one. Open it and save it as ${format}, then try again.`,
    );
  const start = await staged.read(0, 4);
  assertMatch(start.equals(Buffer.from('PK\x03\x04', 'latin1')), format);
  const archive = await openZip(staged);
  const types = await contentTypes(archive, format);
  if (MACRO_TYPES.test(types) || [...archive.entries.keys()].some((name) => MACRO_PARTS.test(name)))
    throw new PortalError('unsupported_media_type', 'Files with macros or other code are not accepted.');
  assertMatch(types.includes(`"${MAIN_PARTS[format]}"`) || types.includes(`'${MAIN_PARTS[format]}'`), format);
}

/** The first entry of a package holds its media type. Source: ODF 1.3 part 2, 3.3. */
async function assertOpenDocument(staged: StagedObject, format: 'ODT' | 'ODS' | 'ODP'): Promise<void> {
  const start = await staged.read(0, 4);
  assertMatch(start.equals(Buffer.from('PK\x03\x04', 'latin1')), format);
  const archive = await openZip(staged);
  assertMatch(archive.entries.has('mimetype'), format);
  const type = await archive.unpack('mimetype', MAX_MEDIA_TYPE_BYTES);
  assertMatch(type.toString('latin1').trim() === fileFormats[format].mediaType, format);
  if ([...archive.entries.keys()].some((name) => OPEN_DOCUMENT_CODE.test(name)))
    throw new PortalError('unsupported_media_type', 'Files with macros or other code are not accepted.');
}

async function contentTypes(archive: ZipArchive, format: DocumentFormat): Promise<string> {
  const names = [...archive.entries.keys()].filter((name) => name.toLowerCase() === '[content_types].xml');
  assertMatch(names.length === 1, format);
  const bytes = await archive.unpack(names[0]!, MAX_CONTENT_TYPES_BYTES);
  const isWide = bytes[0] === 0xff || bytes[0] === 0xfe || bytes.includes(0);
  const text = bytes.toString('utf8');
  // With another character set, or with entities, a different parser could read it differently.
  if (isWide || /<!DOCTYPE|&/i.test(text))
    throw new PortalError('unsupported_media_type', 'The file declares its type in an unusual way.');
  return text;
}

/** Returns the character set: UTF-8, UTF-16 with a byte order mark, or Windows-1252. */
async function assertText(staged: StagedObject, head: Buffer, format: 'CSV' | 'TXT' | 'VTT'): Promise<string> {
  const charset = await charsetOf(staged, head);
  assertMatch(charset !== undefined, format);
  const start = new TextDecoder(charset).decode(head);
  assertMatch(
    !MARKUP.test(start) &&
      (format !== 'VTT' || /^WEBVTT(?:[ \t\r\n]|$)/.test(start)) &&
      (format !== 'VTT' || charset === 'utf-8'),
    format,
  );
  return charset;
}

async function charsetOf(staged: StagedObject, head: Buffer): Promise<string | undefined> {
  const mark = head.subarray(0, 2).toString('hex');
  if (mark === 'fffe') return (await isPlain(staged, 'utf-16le')) ? 'utf-16le' : undefined;
  if (mark === 'feff') return (await isPlain(staged, 'utf-16be')) ? 'utf-16be' : undefined;
  for (const charset of ['utf-8', 'windows-1252']) if (await isPlain(staged, charset)) return charset;
  return undefined;
}

/** Whether every byte is a character of the set, and none is a control character other than a tab or line break. */
async function isPlain(staged: StagedObject, charset: string): Promise<boolean> {
  const decoder = new TextDecoder(charset, { fatal: true });
  const stream = staged.stream();
  try {
    for await (const chunk of stream) if (hasControls(decoder.decode(chunk as Buffer, { stream: true }))) return false;
    return !hasControls(decoder.decode());
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  } finally {
    stream.destroy();
  }
}

const hasControls = (text: string): boolean => /[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u009f]/.test(text);

function assertMatch(isMatch: boolean, format: DocumentFormat): asserts isMatch {
  if (!isMatch)
    throw new PortalError(
      'unsupported_media_type',
      `This file’s name says ${format}, but its content is something else.`,
    );
}
