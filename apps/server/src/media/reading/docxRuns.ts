import type { Inline, Mark } from '@portico/kinds/richText';
import { toggle, valueOf, type DocxStyle, type DocxStyles } from './docxStyles.ts';
import { equationText } from './equation.ts';
import type { Relation } from './officePackage.ts';
import { linkMarks } from './shownPieces.ts';
import { symbolCharacter, withoutPrivateCharacters } from './symbols.ts';
import { childNamed, elementsIn, textOf, type XmlElement } from './xml.ts';

/** Elements that wrap rows, cells, paragraphs or runs without changing them. */
const WRAPPERS = new Set(['ins', 'moveTo', 'smartTag', 'customXml', 'sdt', 'sdtContent', 'fldSimple', 'dir', 'bdo']);

/** The children of an element, with those of wrappers, and with the first of several drawings of the same thing. */
export function* contentOf(element: XmlElement | undefined): Generator<XmlElement> {
  for (const child of elementsIn(element))
    if (child.name === 'AlternateContent') yield* contentOf(chosenIn(child));
    else if (WRAPPERS.has(child.name)) yield* contentOf(child);
    else yield child;
}

export const chosenIn = (alternatives: XmlElement): XmlElement | undefined =>
  childNamed(alternatives, 'Choice') ?? childNamed(alternatives, 'Fallback');

export interface RunContext {
  styles: DocxStyles;
  links: Map<string, Relation>;
}

interface OpenParagraph {
  isHidden: boolean;
  /** What is anchored in it. */
  drawings: XmlElement[];
}

/** Reads the text of paragraphs, one after another: fields extend over several. */
export class DocxRuns {
  readonly #context: RunContext;
  /** Fields that are open here, from the outermost. */
  #fields: Array<{ isInResult: boolean; choice: string | undefined }> = [];

  constructor(context: RunContext) {
    this.#context = context;
  }

  read(element: XmlElement, style: DocxStyle): { nodes: Inline[]; drawings: XmlElement[] } {
    const paragraph: OpenParagraph = { isHidden: style.isHidden, drawings: [] };
    const nodes = [...this.#inline(element, paragraph, [])];
    // The instructions of a field never extend over paragraphs, except in damaged documents.
    this.#fields = this.#fields.filter(({ isInResult }) => isInResult);
    return { nodes, drawings: paragraph.drawings };
  }

  *#inline(element: XmlElement | undefined, paragraph: OpenParagraph, link: Mark[]): Generator<Inline> {
    for (const child of contentOf(element))
      if (child.name === 'r') yield* this.#run(child, paragraph, link);
      else if (child.name === 'hyperlink') yield* this.#inline(child, paragraph, this.#linkOf(child));
      else if (child.name === 'oMath' || child.name === 'oMathPara')
        yield { type: 'text', text: equationText(child).replaceAll(/\s+/g, ' ') };
  }

  #linkOf({ attributes }: XmlElement): Mark[] {
    return linkMarks(this.#context.links.get(attributes['r:id'] ?? attributes['id'] ?? '')?.target ?? '');
  }

  *#run(element: XmlElement, paragraph: OpenParagraph, link: Mark[]): Generator<Inline> {
    const properties = childNamed(element, 'rPr');
    const isHidden = this.#isHidden(properties, paragraph);
    const marks: Mark[] = [
      ...link,
      ...(toggle(properties, 'b') ? [{ type: 'bold' as const }] : []),
      ...(toggle(properties, 'i') ? [{ type: 'italic' as const }] : []),
      ...(toggle(properties, 'strike') || toggle(properties, 'dstrike') ? [{ type: 'strike' as const }] : []),
    ];
    const text = (words: string): Inline => ({ type: 'text', text: words, marks });
    for (const child of contentOf(element)) {
      const choice = child.name === 'fldChar' ? this.#fieldCharacter(child) : undefined;
      if (isHidden || this.#fields.some(({ isInResult }) => !isInResult)) continue;
      if (choice !== undefined) yield text(choice);
      else if (child.name === 'br' || child.name === 'cr') yield { type: 'hardBreak' };
      else if (child.name === 'ruby') yield* this.#inline(childNamed(child, 'rubyBase'), paragraph, link);
      else if (child.name === 'drawing' || child.name === 'pict' || child.name === 'object')
        paragraph.drawings.push(child);
      else yield text(runText(child, childNamed(properties, 'rFonts')));
    }
  }

  /** Styles combine so that a hidden run in a hidden paragraph is shown. Source: ECMA-376 part 1, 17.7.3. */
  #isHidden(properties: XmlElement | undefined, paragraph: OpenParagraph): boolean {
    const { styles } = this.#context;
    const byStyle = styles.run(valueOf(properties, 'rStyle')).isHidden;
    return toggle(properties, 'vanish') ?? (styles.isHiddenByDefault || paragraph.isHidden !== byStyle);
  }

  /** Returns the entry that is chosen in a list field, when it ends. Source: ECMA-376 part 1, 17.16.18. */
  #fieldCharacter(element: XmlElement): string | undefined {
    switch (element.attributes['fldCharType']) {
      case 'begin':
        this.#fields.push({ isInResult: false, choice: chosenEntry(element) });
        return undefined;
      case 'separate':
        if (this.#fields.length > 0) this.#fields.at(-1)!.isInResult = true;
        return undefined;
      default: {
        const field = this.#fields.pop();
        return field?.isInResult ? undefined : field?.choice;
      }
    }
  }
}

/** The text of a part of a run. Breaks, drawings and ruby are not text. */
function runText(element: XmlElement, fonts: XmlElement | undefined): string {
  const { attributes } = element;
  switch (element.name) {
    case 't':
      return (
        withoutPrivateCharacters(textOf(element), fonts?.attributes['ascii'] ?? fonts?.attributes['hAnsi'])
          // Soft hyphens are visible only at the end of a line.
          .replaceAll('\u00ad', '')
          .replaceAll(/[\t\r\n]+/g, ' ')
      );
    case 'tab':
    case 'ptab':
      return ' ';
    case 'noBreakHyphen':
      return '-';
    case 'sym':
    case 'symEx':
      return symbolCharacter(attributes['font'] ?? '', Number.parseInt(attributes['char'] ?? '', 16) || 0);
    default:
      return '';
  }
}

function chosenEntry(field: XmlElement): string | undefined {
  const list = childNamed(childNamed(field, 'ffData'), 'ddList');
  const index = Number(valueOf(list, 'result') ?? valueOf(list, 'default') ?? 0);
  return elementsIn(list, 'listEntry')[index]?.attributes['val'];
}
