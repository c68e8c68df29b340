import { childNamed, elementsIn, type XmlElement } from './xml.ts';

/** What a style says about its paragraphs or runs. */
export interface DocxStyle {
  /** 1 for the outermost level. */
  heading?: number;
  isContents: boolean;
  isQuote: boolean;
  isHidden: boolean;
  numbering?: XmlElement | undefined;
}

/** The styles of a document. Source: ECMA-376 part 1, 17.7. */
export interface DocxStyles {
  /** The style with that id, or the one for paragraphs or runs that name none. */
  paragraph(id: string | undefined): DocxStyle;
  run(id: string | undefined): DocxStyle;
  /** Whether text is hidden unless it says otherwise. */
  isHiddenByDefault: boolean;
}

const NO_STYLE: DocxStyle = { isContents: false, isQuote: false, isHidden: false };
const MAX_INHERITANCE = 12;

export function stylesOf(root: XmlElement | undefined): DocxStyles {
  const definitions = new Map(elementsIn(root, 'style').map((style) => [style.attributes['styleId'] ?? '', style]));
  const styleOf = (id: string, steps: number): DocxStyle => {
    const definition = definitions.get(id);
    if (!definition || steps > MAX_INHERITANCE) return NO_STYLE;
    const name = valueOf(definition, 'name') ?? '';
    const [, level] = /^heading ([1-9])$/i.exec(name) ?? [];
    const inherited = styleOf(valueOf(definition, 'basedOn') ?? '', steps + 1);
    const heading = level !== undefined ? Number(level) : /^title$/i.test(name) ? 1 : inherited.heading;
    return {
      ...(heading === undefined ? {} : { heading }),
      isContents: /^toc \d$/i.test(name) || inherited.isContents,
      isQuote: /^(?:intense )?quote$/i.test(name) || inherited.isQuote,
      isHidden: toggle(childNamed(definition, 'rPr'), 'vanish') ?? inherited.isHidden,
      numbering: childNamed(childNamed(definition, 'pPr'), 'numPr') ?? inherited.numbering,
    };
  };
  const styles = new Map([...definitions.keys()].map((id) => [id, styleOf(id, 0)]));
  const defaultOf = (type: string) => {
    const definition = [...definitions.values()].findLast(
      ({ attributes }) => attributes['type'] === type && ['1', 'true', 'on'].includes(attributes['default'] ?? ''),
    );
    return styles.get(definition?.attributes['styleId'] ?? '') ?? NO_STYLE;
  };
  const [paragraph, run] = [defaultOf('paragraph'), defaultOf('character')];
  const defaults = childNamed(childNamed(childNamed(root, 'docDefaults'), 'rPrDefault'), 'rPr');
  return {
    paragraph: (id) => styles.get(id ?? '') ?? paragraph,
    run: (id) => styles.get(id ?? '') ?? run,
    isHiddenByDefault: toggle(defaults, 'vanish') ?? false,
  };
}

export function valueOf(element: XmlElement | undefined, name: string): string | undefined {
  return childNamed(element, name)?.attributes['val'];
}

/** The value of a property that is on or off, or undefined if it is not stated. */
export function toggle(properties: XmlElement | undefined, name: string): boolean | undefined {
  const property = childNamed(properties, name);
  return property && !['0', 'false', 'off', 'none'].includes(property.attributes['val'] ?? '1');
}
