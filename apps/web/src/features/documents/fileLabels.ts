import type { PortalDocument } from '@portico/contracts/documents';
import type { DocumentFormat } from '@portico/contracts/media';
import type { FileKind } from '@portico/ui/FileIcon';

const formats: Record<DocumentFormat, { kind: FileKind; name: string }> = {
  PDF: { kind: 'pdf', name: 'PDF' },
  DOCX: { kind: 'text', name: 'Word document' },
  XLSX: { kind: 'table', name: 'Excel workbook' },
  PPTX: { kind: 'slides', name: 'PowerPoint presentation' },
  CSV: { kind: 'table', name: 'CSV table' },
  TXT: { kind: 'plain', name: 'Text' },
  PNG: { kind: 'picture', name: 'PNG picture' },
  JPEG: { kind: 'picture', name: 'JPEG picture' },
  WEBP: { kind: 'picture', name: 'WebP picture' },
  MP4: { kind: 'film', name: 'MP4 film' },
  WEBM: { kind: 'film', name: 'WebM film' },
  VTT: { kind: 'plain', name: 'Captions' },
};

/** How a format is drawn. */
export const fileKind = (format: DocumentFormat): FileKind => formats[format].kind;

/** "Excel workbook" */
export const formatLabel = (format: DocumentFormat): string => formats[format].name;

/** "12 pages", "1 slide"; undefined when it has none or nobody has counted them. */
export function pagesLabel({ format, pages }: Pick<PortalDocument, 'format' | 'pages'>): string | undefined {
  if (pages === null) return undefined;
  const word = format === 'PPTX' ? 'slide' : 'page';
  return pages === 1 ? `1 ${word}` : `${pages} ${word}s`;
}
