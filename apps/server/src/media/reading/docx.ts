import type { Piece } from '@portico/authoring/conversion/pieces';
import type { ByteSource } from '../zip/sourceReader.ts';
import { DocxLists } from './docxLists.ts';
import { partPieces, type DocxContext } from './docxPieces.ts';
import { stylesOf } from './docxStyles.ts';
import { openOffice, type OfficePackage, type Relation } from './officePackage.ts';
import { graphicLines } from './officeText.ts';
import { StoredLines, UnreadableFile, type Reading } from './reading.ts';
import { plainPiece, ShownPieces } from './shownPieces.ts';
import { parseXml } from './xml.ts';

/** Limits of embedded documents. */
const MAX_EMBEDDED = 50;
const MAX_EMBEDDED_BYTES = 20 * 1024 * 1024;
const MAX_EMBEDDED_PIECES = 50_000;
const MAX_EMBEDDED_DEPTH = 3;

/** Parts outside the main text that search should find. */
const TEXT_PARTS = new Set(['footnotes', 'endnotes', 'comments', 'header', 'footer']);

/**
 * A word-processing document: headings, paragraphs, lists and tables in order. Memory grows with the largest paragraph,
 * not with the document. Throws UnreadableFile. Source: ECMA-376 part 1, 17; docs/files.md lists what is read.
 */
export async function readDocx(source: ByteSource): Promise<Reading> {
  const office = await openOffice(source);
  const context = await contextOf(office, 0, new Set());
  const shown = new ShownPieces();
  const stored = new StoredLines();
  for (const piece of partPieces(await mainXml(office), context)) {
    stored.add(plainPiece(piece));
    shown.add(piece);
  }
  for await (const line of linesBeside(office, context)) stored.add(line);
  return { pages: null, texts: stored.finish(), preview: shown.preview() };
}

async function mainXml(office: OfficePackage): Promise<Iterable<string>> {
  const xml = await office.pieces(office.main);
  if (xml === undefined) throw new UnreadableFile('Damaged');
  return xml;
}

async function contextOf(
  office: OfficePackage,
  depth: number,
  descriptions: DocxContext['descriptions'],
): Promise<DocxContext> {
  const links = await office.relations(office.main);
  const partOf = async (type: string) => {
    const relation = [...links.values()].find((one) => one.type === type && !one.isExternal);
    const xml = relation && (await office.part(relation.target));
    return xml === undefined ? undefined : parseXml(xml);
  };
  return {
    styles: stylesOf(await partOf('styles')),
    lists: new DocxLists(await partOf('numbering')),
    links,
    embedded: await embeddedDocuments(office, links, { depth, descriptions }),
    descriptions,
  };
}

/** What an embedded document has in common with the one around it. */
interface Around extends Pick<DocxContext, 'descriptions'> {
  depth: number;
}

/** Documents of other formats that are shown in place: web pages, texts and other DOCX. */
async function embeddedDocuments(
  office: OfficePackage,
  links: Map<string, Relation>,
  around: Around,
): Promise<Map<string, Piece[]>> {
  const chunks = [...links].filter(([, { type, isExternal }]) => type === 'aFChunk' && !isExternal);
  const pieces = new Map<string, Piece[]>();
  let room = MAX_EMBEDDED_BYTES;
  for (const [id, { target }] of chunks.slice(0, MAX_EMBEDDED)) {
    const bytes = await office.bytes(target);
    if (bytes === undefined || bytes.length > room) continue;
    room -= bytes.length;
    const isDocx = bytes.toString('latin1', 0, 2) === 'PK';
    pieces.set(id, isDocx ? await nestedPieces(bytes, around) : await otherPieces(bytes));
  }
  return pieces;
}

/** An embedded web page or text. Its reader is loaded only here, because that takes longer than reading most files. */
async function otherPieces(bytes: Buffer): Promise<Piece[]> {
  const { embeddedPieces } = await import('./embeddedText.ts');
  return embeddedPieces(bytes).slice(0, MAX_EMBEDDED_PIECES);
}

/** An embedded DOCX; one that cannot be read is left out. */
async function nestedPieces(bytes: Buffer, { depth, descriptions }: Around): Promise<Piece[]> {
  if (depth >= MAX_EMBEDDED_DEPTH) return [];
  try {
    const office = await openOffice({
      size: bytes.length,
      read: async (start, length) => bytes.subarray(start, start + length),
    });
    const pieces: Piece[] = [];
    for (const piece of partPieces(await mainXml(office), await contextOf(office, depth + 1, descriptions)))
      if (pieces.push(piece) >= MAX_EMBEDDED_PIECES) break;
    return pieces;
  } catch (error) {
    if (error instanceof UnreadableFile) return [];
    throw error;
  }
}

/**
 * The lines of notes, comments, headers and footers, of charts and SmartArt, and descriptions of pictures. Headers that
 * are equal count once.
 */
async function* linesBeside(office: OfficePackage, context: DocxContext): AsyncGenerator<string> {
  const related = [...context.links.values()].filter(({ isExternal }) => !isExternal);
  const names = new Map(related.map(({ target, type }) => [target, type]));
  const headers = new Set<string>();
  for (const [name, type] of names) {
    const texts = TEXT_PARTS.has(type) ? await office.pieces(name) : undefined;
    if (texts)
      for (const piece of partPieces(texts, { ...context, links: new Map(), embedded: new Map() })) {
        const line = plainPiece(piece);
        const isRepeated = headers.has(line);
        if (type === 'header' || type === 'footer') headers.add(line);
        if (!isRepeated) yield line;
      }
  }
  yield* new Set(await graphicLines(office, office.main));
  yield* context.descriptions;
}
