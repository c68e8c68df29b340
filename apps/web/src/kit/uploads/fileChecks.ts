import { type DocumentFormat, documentFormats } from '@portico/kinds/media';
import { t } from '../../locale/text.ts';

/** The files that a field or place accepts. */
export interface FileLimits {
  formats: readonly DocumentFormat[];
  maxBytes: number;
  /** `maxBytes` as a label, such as "10.0 MB". */
  size: string;
}

/** Media type, extensions and name of each format. The server checks the content itself. */
const known: Record<DocumentFormat, { type: string; endings: string[]; name: string }> = {
  PDF: { type: 'application/pdf', endings: ['.pdf'], name: 'PDF' },
  DOCX: {
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    endings: ['.docx'],
    name: 'Word',
  },
  XLSX: {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    endings: ['.xlsx'],
    name: 'Excel',
  },
  PPTX: {
    type: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    endings: ['.pptx'],
    name: 'PowerPoint',
  },
  CSV: { type: 'text/csv', endings: ['.csv'], name: 'CSV' },
  TXT: { type: 'text/plain', endings: ['.txt'], name: 'text' },
  PNG: { type: 'image/png', endings: ['.png'], name: 'PNG' },
  JPEG: { type: 'image/jpeg', endings: ['.jpg', '.jpeg'], name: 'JPEG' },
  WEBP: { type: 'image/webp', endings: ['.webp'], name: 'WebP' },
  MP4: { type: 'video/mp4', endings: ['.mp4'], name: 'MP4' },
  WEBM: { type: 'video/webm', endings: ['.webm'], name: 'WebM' },
  VTT: { type: 'text/vtt', endings: ['.vtt'], name: 'VTT' },
};

/** The `accept` attribute of a file input: `.pdf,.jpg,.jpeg`. */
export const acceptOf = ({ formats }: FileLimits): string =>
  formats.flatMap((format) => known[format].endings).join(',');

/** "PDF, PNG or JPEG, up to 10.0 MB each" */
export function fileRules({ formats, size }: FileLimits): string {
  const names = formats.map((format) => known[format].name);
  const list = names.length > 1 ? `${names.slice(0, -1).join(', ')} ${t('forms.or')} ${names.at(-1)}` : names.join('');
  return t('forms.fileRules', { formats: list, size });
}

const formatOfName = (name: string) =>
  documentFormats.find((format) => known[format].endings.some((ending) => name.toLowerCase().endsWith(ending)));

/** Why a file can’t be uploaded, as a sentence; undefined if it can. */
export function fileProblem(limits: FileLimits, file: { name: string; size: number }): string | undefined {
  const format = formatOfName(file.name);
  if (format === undefined || !limits.formats.includes(format))
    return t('forms.fileKindRejected', { rules: fileRules(limits) });
  if (file.size === 0) return t('forms.fileEmpty');
  return file.size > limits.maxBytes ? t('forms.fileTooLarge', { size: limits.size }) : undefined;
}

/** The media type to send a file with. */
export function typeOfName(name: string): string {
  const format = formatOfName(name);
  return format ? known[format].type : 'application/octet-stream';
}
