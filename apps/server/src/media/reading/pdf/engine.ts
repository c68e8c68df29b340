import { createRequire, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

type TextContent = Awaited<ReturnType<PDFPageProxy['getTextContent']>>;
/** A piece of text as pdf.js found it. */
export type TextItem = Extract<TextContent['items'][number], { str: string }>;

/** A mark between the pieces of text: the beginning or end of marked content or of a form object. */
export interface ContentMark {
  type: 'beginMarkedContent' | 'beginMarkedContentProps' | 'endMarkedContent' | 'beginForm' | 'endForm';
  /** Of marked content, as structure elements name it. */
  id?: string | null;
  /** What the content says, whatever is drawn. Source: ISO 32000-2, 14.9.4. */
  actualText?: string;
  /** The layer of the content, for `OptionalContentConfig.isVisible`. */
  layer?: unknown;
}

/** An element of the page's structure. */
export interface StructureNode {
  /** Of the marked content that it contains. */
  id?: string;
  actualText?: string;
  /** The description of a picture, or else the same as `actualText`. */
  alt?: string;
  children?: StructureNode[];
}

/** Facts about a document that this engine adds to `getMetadata`. */
export interface DocumentFacts {
  /** The parts of an XFA form, by name. */
  xfaParts: [name: string, xml: string][];
}

/**
 * Passages of pdf.js's worker that leave out what no call of pdf.js returns, and their replacements. Reading the files
 * a second time with a parser of our own would be the alternative.
 */
const seams: [passage: string, replacement: string][] = [
  // A soft hyphen is drawn in PDF; without it, a word that is split at a line end becomes two.
  ['if (category.isInvisibleFormatMark) {', 'if (category.isInvisibleFormatMark && glyph.unicode !== "\\u00ad") {'],
  // In Windows character sets it has the code of a hyphen. Source: ISO 32000-2, D.2.
  [
    'const glyphUnicode = glyph.unicode;',
    'const glyphUnicode = originalCharCode === 0xad && glyph.unicode === "-" && !font.composite ? "\\u00ad" : glyph.unicode;',
  ],
  // Marked content with replacement text or on a layer.
  [
    'id: Number.isInteger(mcid) ? `${self.idFactory.getPageObjId()}_mc${mcid}` : null,',
    'id: Number.isInteger(mcid) ? `${self.idFactory.getPageObjId()}_mc${mcid}` : null, ...markedContentFacts(xref, args, resources),',
  ],
  // Where a form object begins and ends.
  [
    'enqueueChunk();\n              const sinkWrapper',
    'textContent.items.push({ type: "beginForm", layer: layerOf(xref, dict.get("OC"), resources) });\n              enqueueChunk();\n              const sinkWrapper',
  ],
  [
    '}).then(function () {\n                if (!sinkWrapper.enqueueInvoked) {',
    '}).finally(() => textContent.items.push({ type: "endForm" })).then(function () {\n                if (!sinkWrapper.enqueueInvoked) {',
  ],
  // Replacement text of structure elements, which pdf.js returns as if it were a description.
  [
    'let alt = node.dict.get("Alt");',
    'const actualText = node.dict.get("ActualText");\n      if (typeof actualText === "string") obj.actualText = stringToPDFString(actualText);\n      let alt = node.dict.get("Alt");',
  ],
  // Words in the appearance of stamps, buttons and signatures.
  ['get hasTextContent() {\n    return false;', 'get hasTextContent() {\n    return !!this.appearance;'],
  // The XML of a form that only Adobe's programs display.
  [
    'IsXFAPresent: formInfo.hasXfa,',
    'IsXFAPresent: formInfo.hasXfa, xfaParts: formInfo.hasXfa ? [...(this.xfaData ?? [])] : [],',
  ],
];

const helpers = `
function layerOf(xref, properties, resources) {
  try {
    return properties ? parseMarkedContentProps(xref, properties, resources) ?? undefined : undefined;
  } catch {
    return undefined;
  }
}
function markedContentFacts(xref, [tag, properties], resources) {
  if (tag instanceof Name && tag.name === "OC") return { layer: layerOf(xref, properties, resources) };
  const named = properties instanceof Name ? resources.get("Properties") : undefined;
  const dict = named instanceof Dict ? named.get(properties.name) : properties;
  const actualText = dict instanceof Dict ? dict.get("ActualText") : undefined;
  return typeof actualText === "string" ? { actualText: stringToPDFString(actualText) } : {};
}
`;

const { resolve } = createRequire(import.meta.url);
const files = (folder: string) => resolve('pdfjs-dist/package.json').replace('package.json', `${folder}/`);

/**
 * Opens a PDF with the pdf.js of the page, in this thread. The text items of its pages contain `ContentMark`s, its
 * structure is of `StructureNode`s, and the info of its metadata contains `DocumentFacts`. Throws what pdf.js throws.
 */
export async function openPdf(
  data: Uint8Array,
  /** In pixels; larger pictures are left out. */
  { maxImageSize = 0 }: { maxImageSize?: number } = {},
): Promise<PDFDocumentProxy> {
  const workerUrl = pathToFileURL(resolve('pdfjs-dist/legacy/build/pdf.worker.mjs')).href;
  const hooks = registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      return url === workerUrl ? { ...loaded, source: withSeams(String(loaded.source)) } : loaded;
    },
  });
  // The worker puts itself where pdf.js looks for a worker in the same thread.
  await import(workerUrl);
  hooks.deregister();
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  return await getDocument({
    data,
    cMapUrl: files('cmaps'),
    standardFontDataUrl: files('standard_fonts'),
    useSystemFonts: false,
    disableFontFace: true,
    maxImageSize,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    useWasm: false,
    verbosity: 0,
  }).promise;
}

function withSeams(source: string): string {
  const changed = seams.reduce((text, [passage, replacement]) => {
    const [before, after, ...more] = text.split(passage);
    if (after === undefined || more.length > 0) throw new Error(`pdf.js has changed near: ${passage}`);
    return `${before}${replacement}${after}`;
  }, source);
  return `${changed}${helpers}`;
}
