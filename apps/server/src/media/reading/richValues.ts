import type { OfficePackage, Relation } from './officePackage.ts';
import { childNamed, elementsIn, parseXml, textOf, type XmlElement } from './xml.ts';

/** The text of a rich value by the number that a cell has in its attribute `vm`. */
export type RichValues = Map<string, string>;

/** Properties of a rich value that people read: the name of a linked entity, and the description of a picture. */
const DISPLAYED = ['_DisplayString', 'Text'];

/**
 * Rich values, such as companies, places and pictures in cells. Their cells hold only an error, for older programs.
 * Source: MS-XLSX 2.3.6.1, 2.6.
 */
export async function richValuesOf(office: OfficePackage, relations: Map<string, Relation>): Promise<RichValues> {
  const rootOf = async (type: string): Promise<XmlElement | undefined> => {
    const relation = [...relations.values()].find((one) => one.type === type && !one.isExternal);
    const xml = relation && (await office.part(relation.target));
    return xml === undefined ? undefined : parseXml(xml);
  };
  const metadata = await rootOf('sheetMetadata');
  const values = metadata && (await rootOf('rdRichValue'));
  if (!values) return new Map();
  const structures = elementsIn(await rootOf('rdRichValueStructure'), 's').map((structure) =>
    elementsIn(structure, 'k').map(({ attributes }) => attributes['n'] ?? ''),
  );
  const texts = elementsIn(values, 'rv').map((value) => displayedText(value, structures));
  const future = elementsIn(metadata, 'futureMetadata').find(({ attributes }) => attributes['name'] === 'XLRICHVALUE');
  const indexes = elementsIn(future, 'bk').map((block) =>
    Number(descendant(block, 'rvb')?.attributes['i'] ?? Number.NaN),
  );
  const types = elementsIn(childNamed(metadata, 'metadataTypes'), 'metadataType');
  return new Map(
    elementsIn(childNamed(metadata, 'valueMetadata'), 'bk').flatMap((block, position) => {
      const { t, v } = childNamed(block, 'rc')?.attributes ?? {};
      const isRich = types[Number(t) - 1]?.attributes['name'] === 'XLRICHVALUE';
      const text = isRich ? texts[indexes[Number(v)] ?? -1] : undefined;
      return text === undefined ? [] : [[String(position + 1), text] as const];
    }),
  );
}

/** Undefined for a value that displays no text, such as an error; empty for a picture without a description. */
function displayedText(value: XmlElement, structures: string[][]): string | undefined {
  const keys = structures[Number(value.attributes['s'])] ?? [];
  const entries = elementsIn(value, 'v');
  const text = DISPLAYED.map((key) => entries[keys.indexOf(key)]).find((entry) => entry !== undefined);
  if (text) return textOf(text);
  return keys.some((key) => key.endsWith('ImageIdentifier')) ? '' : undefined;
}

function descendant(element: XmlElement, name: string): XmlElement | undefined {
  return (
    childNamed(element, name) ??
    elementsIn(element)
      .map((child) => descendant(child, name))
      .find(Boolean)
  );
}
