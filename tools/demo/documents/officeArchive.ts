import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { zipStream } from '@portico/server/media/zip/zipWriter';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
export const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

interface Parts {
  /** XML by its name in the archive. */
  xml: Record<string, string>;
  /** Content types by name. */
  types: Record<string, string>;
  /** Path of the main part. */
  main: string;
}

/** Writes an Office Open XML file (ECMA-376), which is an archive of XML. */
export async function writeOffice({ xml, types, main }: Parts, path: string): Promise<void> {
  const overrides = Object.entries(types).map(
    ([name, type]) => `<Override PartName="/${name}" ContentType="${type}"/>`,
  );
  const all: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`,
    '_rels/.rels': relations([['officeDocument', main]]),
    ...xml,
  };
  const members = Object.entries(all).map(([name, text]) => ({ name, content: [DECLARATION + text] }));
  // Each entry adds a listener for the end of the archive.
  await pipeline(zipStream(members).setMaxListeners(0), createWriteStream(path));
}

/** Relationships with the ids rId1, rId2 and so on, each with a kind and a target. */
export const relations = (targets: Array<[kind: string, target: string]>): string =>
  `<Relationships xmlns="${RELATIONS}">${targets
    .map(([kind, target], index) => `<Relationship Id="rId${index + 1}" Type="${OFFICE}/${kind}" Target="${target}"/>`)
    .join('')}</Relationships>`;
