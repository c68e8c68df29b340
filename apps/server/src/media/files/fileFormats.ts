import type { DocumentFormat } from '@portico/kinds/media';

interface FormatFacts {
  /** Extensions of this format, without the dot. */
  extensions: string[];
  /** Without the character set of texts. */
  mediaType: string;
  /**
   * Whether a browser may display it, because it has no active content; other formats are only offered for download.
   * Source: TRUST U2.
   */
  isInert: boolean;
}

const OFFICE = 'application/vnd.openxmlformats-officedocument';

export const fileFormats: Record<DocumentFormat, FormatFacts> = {
  PDF: { extensions: ['pdf'], mediaType: 'application/pdf', isInert: true },
  DOCX: { extensions: ['docx'], mediaType: `${OFFICE}.wordprocessingml.document`, isInert: false },
  XLSX: { extensions: ['xlsx'], mediaType: `${OFFICE}.spreadsheetml.sheet`, isInert: false },
  PPTX: { extensions: ['pptx'], mediaType: `${OFFICE}.presentationml.presentation`, isInert: false },
  CSV: { extensions: ['csv'], mediaType: 'text/csv', isInert: false },
  TXT: { extensions: ['txt'], mediaType: 'text/plain', isInert: true },
  PNG: { extensions: ['png'], mediaType: 'image/png', isInert: true },
  JPEG: { extensions: ['jpg', 'jpeg'], mediaType: 'image/jpeg', isInert: true },
  WEBP: { extensions: ['webp'], mediaType: 'image/webp', isInert: true },
  MP4: { extensions: ['mp4', 'm4v'], mediaType: 'video/mp4', isInert: true },
  WEBM: { extensions: ['webm'], mediaType: 'video/webm', isInert: true },
  VTT: { extensions: ['vtt'], mediaType: 'text/vtt', isInert: true },
};

export function formatOfExtension(extension: string): DocumentFormat | undefined {
  return (Object.keys(fileFormats) as DocumentFormat[]).find((format) =>
    fileFormats[format].extensions.includes(extension),
  );
}
