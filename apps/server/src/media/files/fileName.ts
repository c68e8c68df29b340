import { PortalError } from '../../errors.ts';

const MAX_LENGTH = 200;
/** Endings that some system runs, renders or unpacks; in front of another ending they are there to deceive. */
const DECEIVING = new Set(
  `ade adp apk app appx asp aspx bat bin cgi chm cmd com cpl dll dmg docm dotm exe gz hta htm html inf ins iso jar js jse jsp
  lnk mht mhtml mjs msc msi msix msp mst php phtml pif pl pptm ppam ps1 psm1 py rar rb reg scf scr sct sh shb svg svgz swf tar url vb vbe vbs wasm ws
  wsc wsf wsh xhtml xlam xll xlsb xlsm xltm xml xsl 7z zip pdf docx xlsx pptx csv txt png jpeg jpg webp mp4 webm vtt`.split(
    /\s+/,
  ),
);
/** Names that Windows keeps for devices, whatever ending they have. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/**
 * A file's name as it is kept and offered for download, and its ending in small letters without the dot. Folders, control
 * characters, characters that turn the direction of writing or can't be seen, and those that no file system takes are out.
 * Throws `invalid_input` for names that hide what they are: with NUL, with a dot in front, with a dot or blank at the end,
 * without an ending, or with two endings. Source: TRUST U1, U5.
 */
export function safeFileName(name: string): { fileName: string; extension: string } {
  if (name.includes('\0')) throw refusal('has a character that no file name can have');
  const base = name.normalize('NFC').toWellFormed().split(/[/\\]/).at(-1)!;
  const seen = base.replaceAll(/[\t-\r]/g, ' ').replaceAll(/[\p{C}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0\ufffd]/gu, '');
  const visible = seen.replaceAll(/\s+/gu, ' ').replaceAll(/[<>:"|?*]/g, '_');
  if (/^[.\s]|[.\s]$/u.test(visible)) throw refusal('starts or ends with a dot or a blank');
  const [, stem = '', ending = ''] = /^(.+)\.([^.]+)$/u.exec(visible) ?? [];
  if (stem === '' || /\s$/u.test(stem)) throw refusal('has no ending that says what it is');
  const before = stem.split('.').slice(1).at(-1)?.trim().toLowerCase();
  if (before !== undefined && DECEIVING.has(before))
    throw refusal(`has two endings, .${before} and .${ending.toLowerCase()}`);
  const tame = DEVICE.test(stem.split('.')[0]!.trim()) ? `_${stem}` : stem;
  const kept = [...tame]
    .slice(0, MAX_LENGTH)
    .join('')
    .slice(0, MAX_LENGTH - ending.length - 1)
    .toWellFormed()
    .trimEnd();
  return { fileName: `${kept}.${ending}`, extension: ending.toLowerCase() };
}

function refusal(what: string): PortalError {
  return new PortalError('invalid_input', `The name of the file ${what}.`);
}
