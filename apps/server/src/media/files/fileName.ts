import { MAX_FILE_NAME } from '@portico/kinds/itemParts';
import { PortalError } from '../../errors.ts';

/** Extensions that some system runs, renders or unpacks. In front of another extension they are deceptive. */
const DECEPTIVE = new Set(
  `ade adp apk app appx asp aspx bat bin cgi chm cmd com cpl dll dmg docm dotm exe gz hta htm html inf ins iso jar js jse jsp
  lnk mht mhtml mjs msc msi msix msp mst php phtml pif pl pptm ppam ps1 psm1 py rar rb reg scf scr sct sh shb svg svgz swf tar url vb vbe vbs wasm ws
  wsc wsf wsh xhtml xlam xll xlsb xlsm xltm xml xsl 7z zip pdf docx xlsx pptx odt ods odp rtf csv txt png jpeg jpg webp mp4 webm vtt`.split(
    /\s+/,
  ),
);
/** Names that Windows reserves for devices, whatever the extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

const JOINER = '\u200d';
/** Invisible characters, except a joiner between two emoji, which combines them into one, such as a family. */
const HIDDEN =
  /(?!(?<=\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?)\u200d\p{Extended_Pictographic})[\p{C}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0\ufffd]/gu;

/**
 * The sanitized name of a file, as stored and shown, and its extension in lowercase without the dot. Removes folders,
 * control characters, invisible characters and characters that change the writing direction. Characters that file
 * systems reject, such as quotation marks, are not changed here; `contentDisposition` replaces them for downloads.
 * Throws `invalid_input` for deceptive names: with NUL, a leading dot, a trailing dot or space, no extension, or two
 * extensions. Source: TRUST U1, U5.
 */
export function safeFileName(name: string): { fileName: string; extension: string } {
  if (name.includes('\0')) throw rejection('contains a character that file names can’t have');
  const base = name.toWellFormed().split(/[/\\]/).at(-1)!;
  const visible = base
    .replaceAll(/[\t-\r]/g, ' ')
    .replaceAll(HIDDEN, '')
    // Normalize last: a removed character may have kept its neighbors from being composed or reordered.
    .normalize('NFC')
    .replaceAll(/\s+/gu, ' ');
  if (/^[.\s]|[.\s]$/u.test(visible)) throw rejection('starts or ends with a dot or a space');
  const [, stem = '', ending = ''] = /^(.+)\.([^.]+)$/u.exec(visible) ?? [];
  if (stem === '' || /\s$/u.test(stem)) throw rejection('has no extension, such as .pdf');
  const before = stem.split('.').slice(1).at(-1)?.trim().toLowerCase();
  if (before !== undefined && DECEPTIVE.has(before))
    throw rejection(`has two extensions, .${before} and .${ending.toLowerCase()}`);
  const safeStem = DEVICE.test(stem.split('.')[0]!.trim()) ? `_${stem}` : stem;
  const cut = [...safeStem]
    .slice(0, MAX_FILE_NAME)
    .join('')
    .slice(0, MAX_FILE_NAME - ending.length - 1)
    .toWellFormed()
    .replaceAll('\ufffd', '')
    .trimEnd();
  const kept = cut.endsWith(JOINER) ? cut.slice(0, -1) : cut;
  return { fileName: `${kept}.${ending}`, extension: ending.toLowerCase() };
}

function rejection(what: string): PortalError {
  return new PortalError('invalid_input', `The file name ${what}.`);
}
