import { fileFormats, formatOfExtension, successorOf } from '@portico/kinds/fileFormats';
import type { DocumentFormat } from '@portico/kinds/media';
import { t } from '../../locale/text.ts';

/** The files that a field or place accepts. */
export interface FileLimits {
  formats: readonly DocumentFormat[];
  maxBytes: number;
  /** `maxBytes` as a label, such as "10.0 MB". */
  size: string;
}

/** How a sentence calls the formats. */
const names: Record<DocumentFormat, string> = {
  PDF: 'PDF',
  DOCX: 'Word',
  XLSX: 'Excel',
  PPTX: 'PowerPoint',
  ODT: 'OpenDocument text',
  ODS: 'OpenDocument spreadsheet',
  ODP: 'OpenDocument presentation',
  RTF: 'RTF',
  CSV: 'CSV',
  TXT: 'text',
  PNG: 'PNG',
  JPEG: 'JPEG',
  WEBP: 'WebP',
  MP4: 'MP4',
  WEBM: 'WebM',
  VTT: 'VTT',
};

/** The `accept` attribute of a file input: `.pdf,.jpg,.jpeg`. */
export const acceptOf = ({ formats }: FileLimits): string =>
  formats.flatMap((format) => fileFormats[format].extensions.map((extension) => `.${extension}`)).join(',');

/** "PDF, PNG or JPEG, up to 10.0 MB each" */
export function fileRules({ formats, size }: FileLimits): string {
  const kinds = formats.map((format) => names[format]);
  const list = kinds.length > 1 ? `${kinds.slice(0, -1).join(', ')} ${t('forms.or')} ${kinds.at(-1)}` : kinds.join('');
  return t('forms.fileRules', { formats: list, size });
}

const extensionOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1] ?? '';

/** Why a file can’t be uploaded, as a sentence; undefined if it can. */
export function fileProblem(limits: FileLimits, file: { name: string; size: number }): string | undefined {
  const extension = extensionOf(file.name);
  const format = formatOfExtension(extension);
  const successor = successorOf(extension);
  if (successor !== undefined && limits.formats.includes(successor))
    return t('forms.fileKindOld', { format: successor });
  if (format === undefined || !limits.formats.includes(format))
    return t('forms.fileKindRejected', { rules: fileRules(limits) });
  if (file.size === 0) return t('forms.fileEmpty');
  return file.size > limits.maxBytes ? t('forms.fileTooLarge', { size: limits.size }) : undefined;
}

/** The media type to send a file with. */
export function typeOfName(name: string): string {
  const format = formatOfExtension(extensionOf(name));
  return format ? fileFormats[format].mediaType : 'application/octet-stream';
}
