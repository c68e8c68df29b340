import { fileFormats } from '@portico/kinds/fileFormats';
import { zipFile } from './officeFiles.ts';

const NAMESPACES = ['office', 'text', 'table', 'draw', 'style', 'presentation', 'number']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(' ');
const OTHERS =
  'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:dc="http://purl.org/dc/elements/1.1/"';

const BODIES = { ODT: 'text', ODS: 'spreadsheet', ODP: 'presentation' } as const;

interface Parts {
  /** Inside of `office:automatic-styles`. */
  styles?: string;
  /** Inside of `office:master-styles`. */
  masterStyles?: string;
  /** Embedded objects by their folder, as XML of their bodies. */
  objects?: Record<string, string>;
  /** Inside of `META-INF/manifest.xml`. */
  manifest?: string;
  more?: Parameters<typeof zipFile>[0];
}

/** A small ODT, ODS or ODP with this body. */
export function openDocumentFile(format: keyof typeof BODIES, body: string, parts: Parts = {}): Buffer {
  const { styles = '', masterStyles = '', objects = {}, manifest = '', more = [] } = parts;
  const content = (text: string) =>
    `<?xml version="1.0" encoding="UTF-8"?><office:document-content ${NAMESPACES} ${OTHERS} office:version="1.3"><office:automatic-styles>${styles}</office:automatic-styles><office:body>${text}</office:body></office:document-content>`;
  return zipFile([
    { name: 'mimetype', data: fileFormats[format].mediaType },
    { name: 'META-INF/manifest.xml', data: `<manifest:manifest xmlns:manifest="m">${manifest}</manifest:manifest>` },
    { name: 'content.xml', data: content(`<office:${BODIES[format]}>${body}</office:${BODIES[format]}>`) },
    {
      name: 'styles.xml',
      data: `<office:document-styles ${NAMESPACES} ${OTHERS}><office:styles><style:style style:name="Title" style:family="paragraph"/></office:styles><office:master-styles>${masterStyles}</office:master-styles></office:document-styles>`,
    },
    ...Object.entries(objects).map(([folder, text]) => ({ name: `${folder}/content.xml`, data: content(text) })),
    ...more,
  ]);
}
