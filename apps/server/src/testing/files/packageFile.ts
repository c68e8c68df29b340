import { zipFile } from './officeFiles.ts';

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const MAIN_TYPES = {
  'xl/workbook.xml': 'spreadsheetml.sheet',
  'ppt/presentation.xml': 'presentationml.presentation',
} as const;

/** A relationship of a part: its type, without or with namespace, and the name of the part that it points to. */
type Target = [id: string, type: string, target: string];

/**
 * An office file with exactly these parts and relationships, for tests of unusual writers. Parts are named from the
 * root of the archive, without a slash.
 */
export function packageFile(
  main: keyof typeof MAIN_TYPES,
  parts: Record<string, string>,
  relations: Record<string, Target[]>,
): Buffer {
  const relationships = (targets: Target[]) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${targets
      .map(([id, type, target]) => {
        const fullType = type.includes(':') ? type : `${RELATIONS}/${type}`;
        return `<Relationship Id="${id}" Type="${fullType}" Target="/${target}"/>`;
      })
      .join('')}</Relationships>`;
  return zipFile([
    {
      name: '[Content_Types].xml',
      data: `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${main}" ContentType="application/vnd.openxmlformats-officedocument.${MAIN_TYPES[main]}.main+xml"/></Types>`,
    },
    { name: '_rels/.rels', data: relationships([['main', 'officeDocument', main]]) },
    ...Object.entries(relations).map(([part, targets]) => ({
      name: part.replace(/([^/]+)$/, '_rels/$1.rels'),
      data: relationships(targets),
    })),
    ...Object.entries(parts).map(([name, data]) => ({ name, data: `<?xml version="1.0" encoding="UTF-8"?>${data}` })),
  ]);
}
