import { MAX_FORM_FILE_BYTES, type FormField } from '@portico/contracts/formFields';
import { type DocumentFormat, documentFormats } from '@portico/contracts/media';
import { fileSizeLabel } from '@portico/ui/fileSizeLabel';
import { t } from '../../../locale/text.ts';

export type FileField = Extract<FormField, { type: 'FileUpload' }>;

/** Media type, extensions and name of each format. The server checks the content itself. */
const formats: Record<DocumentFormat, { type: string; endings: string[]; name: string }> = {
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

const allowed = (field: FileField) => field.formats ?? documentFormats;
const maxBytes = (field: FileField) => field.maxBytes ?? MAX_FORM_FILE_BYTES;

/** For the file chooser: `.pdf,.jpg,.jpeg`. */
export const acceptOf = (field: FileField): string =>
  allowed(field)
    .flatMap((format) => formats[format].endings)
    .join(',');

/** "PDF, PNG or JPEG, up to 10.0 MB each" */
export function fileRules(field: FileField): string {
  const names = allowed(field).map((format) => formats[format].name);
  const list = names.length > 1 ? `${names.slice(0, -1).join(', ')} ${t('forms.or')} ${names.at(-1)}` : names.join('');
  return t('forms.fileRules', { formats: list, size: fileSizeLabel(maxBytes(field)) });
}

const formatOfName = (name: string) =>
  documentFormats.find((format) => formats[format].endings.some((ending) => name.toLowerCase().endsWith(ending)));

/** Why a file can’t be uploaded, as a sentence; undefined when it can. */
export function fileProblem(field: FileField, file: { name: string; size: number }): string | undefined {
  const format = formatOfName(file.name);
  if (format === undefined || !allowed(field).includes(format))
    return t('forms.fileKindRejected', { rules: fileRules(field) });
  if (file.size === 0) return t('forms.fileEmpty');
  return file.size > maxBytes(field) ? t('forms.fileTooLarge', { size: fileSizeLabel(maxBytes(field)) }) : undefined;
}

/** The type that a file is sent with. */
export function typeOfName(name: string): string {
  const format = formatOfName(name);
  return format ? formats[format].type : 'application/octet-stream';
}
