import type { PortalDocument } from '@portico/contracts/documents';
import type { DocumentFormat } from '@portico/kinds/media';
import type { FileKind } from '@portico/ui/FileIcon';
import { t, type TextKey } from '../../locale/text.ts';

const formats: Record<DocumentFormat, { kind: FileKind; name: TextKey }> = {
  PDF: { kind: 'pdf', name: 'documents.pdf' },
  DOCX: { kind: 'text', name: 'documents.docx' },
  XLSX: { kind: 'table', name: 'documents.xlsx' },
  PPTX: { kind: 'slides', name: 'documents.pptx' },
  CSV: { kind: 'table', name: 'documents.csv' },
  TXT: { kind: 'plain', name: 'documents.txt' },
  PNG: { kind: 'picture', name: 'documents.png' },
  JPEG: { kind: 'picture', name: 'documents.jpeg' },
  WEBP: { kind: 'picture', name: 'documents.webp' },
  MP4: { kind: 'film', name: 'documents.mp4' },
  WEBM: { kind: 'film', name: 'documents.webm' },
  VTT: { kind: 'plain', name: 'documents.vtt' },
};

/** Icon of a format. */
export const fileKind = (format: DocumentFormat): FileKind => formats[format].kind;

/** "Excel workbook" */
export const formatLabel = (format: DocumentFormat): string => t(formats[format].name);

/** "12 pages", "1 slide"; undefined for a file without pages or before they are counted. */
export function pagesLabel({ format, pages }: Pick<PortalDocument, 'format' | 'pages'>): string | undefined {
  if (pages === null) return undefined;
  return t(format === 'PPTX' ? 'documents.slideCount' : 'documents.pageCount', { count: pages });
}
