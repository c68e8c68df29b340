import type { DocumentFormat } from './media.ts';

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument';

interface FileFormat {
  /** Extensions of this format, without the dot. */
  extensions: string[];
  /** Without the character set of texts. */
  mediaType: string;
  /** What it looks like: selects an icon. */
  look: 'pdf' | 'text' | 'table' | 'slides' | 'plain' | 'picture' | 'film';
}

export const fileFormats: Record<DocumentFormat, FileFormat> = {
  PDF: { extensions: ['pdf'], mediaType: 'application/pdf', look: 'pdf' },
  DOCX: { extensions: ['docx'], mediaType: `${OFFICE}.wordprocessingml.document`, look: 'text' },
  XLSX: { extensions: ['xlsx'], mediaType: `${OFFICE}.spreadsheetml.sheet`, look: 'table' },
  PPTX: { extensions: ['pptx'], mediaType: `${OFFICE}.presentationml.presentation`, look: 'slides' },
  ODT: { extensions: ['odt'], mediaType: `${OPEN_DOCUMENT}.text`, look: 'text' },
  ODS: { extensions: ['ods'], mediaType: `${OPEN_DOCUMENT}.spreadsheet`, look: 'table' },
  ODP: { extensions: ['odp'], mediaType: `${OPEN_DOCUMENT}.presentation`, look: 'slides' },
  RTF: { extensions: ['rtf'], mediaType: 'application/rtf', look: 'text' },
  CSV: { extensions: ['csv'], mediaType: 'text/csv', look: 'table' },
  TXT: { extensions: ['txt'], mediaType: 'text/plain', look: 'plain' },
  PNG: { extensions: ['png'], mediaType: 'image/png', look: 'picture' },
  JPEG: { extensions: ['jpg', 'jpeg'], mediaType: 'image/jpeg', look: 'picture' },
  WEBP: { extensions: ['webp'], mediaType: 'image/webp', look: 'picture' },
  MP4: { extensions: ['mp4', 'm4v'], mediaType: 'video/mp4', look: 'film' },
  WEBM: { extensions: ['webm'], mediaType: 'video/webm', look: 'film' },
  VTT: { extensions: ['vtt'], mediaType: 'text/vtt', look: 'plain' },
};

/** The formats in which programs save today what they saved in these formats before 2007. */
const successors: Record<string, DocumentFormat> = { doc: 'DOCX', xls: 'XLSX', ppt: 'PPTX' };

/** The format of files whose names end so, without the dot. */
export function formatOfExtension(extension: string): DocumentFormat | undefined {
  return (Object.keys(fileFormats) as DocumentFormat[]).find((format) =>
    fileFormats[format].extensions.includes(extension.toLowerCase()),
  );
}

/** In which format to save a file of an old format, which the portal does not accept; undefined for all others. */
export function successorOf(extension: string): DocumentFormat | undefined {
  const old = extension.toLowerCase();
  return Object.hasOwn(successors, old) ? successors[old] : undefined;
}
