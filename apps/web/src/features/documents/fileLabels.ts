import type { PortalDocument } from '@portico/contracts/documents';
import { fileFormats } from '@portico/kinds/fileFormats';
import type { DocumentFormat } from '@portico/kinds/media';
import type { FileKind } from '@portico/ui/FileIcon';
import { t, type TextKey } from '../../locale/text.ts';

const names: Record<DocumentFormat, TextKey> = {
  PDF: 'documents.pdf',
  DOCX: 'documents.docx',
  XLSX: 'documents.xlsx',
  PPTX: 'documents.pptx',
  ODT: 'documents.odt',
  ODS: 'documents.ods',
  ODP: 'documents.odp',
  RTF: 'documents.rtf',
  CSV: 'documents.csv',
  TXT: 'documents.txt',
  PNG: 'documents.png',
  JPEG: 'documents.jpeg',
  WEBP: 'documents.webp',
  MP4: 'documents.mp4',
  WEBM: 'documents.webm',
  VTT: 'documents.vtt',
};

/** Icon of a format. */
export const fileKind = (format: DocumentFormat): FileKind => fileFormats[format].look;

/** "Excel workbook" */
export const formatLabel = (format: DocumentFormat): string => t(names[format]);

/** "12 pages", "1 slide"; undefined for a file without pages or before they are counted. */
export function pagesLabel({ format, pages }: Pick<PortalDocument, 'format' | 'pages'>): string | undefined {
  if (pages === null) return undefined;
  return t(fileKind(format) === 'slides' ? 'documents.slideCount' : 'documents.pageCount', { count: pages });
}
