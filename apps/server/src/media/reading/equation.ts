import { childNamed, elementsIn, textOf, type XmlElement } from './xml.ts';

/** An equation in one line, with its words apart. Source: ECMA-376 part 1, 22.1. */
export function equationText(element: XmlElement | undefined): string {
  if (element === undefined) return '';
  const inside = (name: string) => equationText(childNamed(element, name));
  const all = (name: string) => elementsIn(element, name).map(equationText);
  const property = (name: string) => childNamed(childNamed(element, `${element.name}Pr`), name)?.attributes['val'];
  switch (element.name) {
    case 't':
      return textOf(element);
    case 'f':
      return `${inside('num')}/${inside('den')}`;
    case 'sSup':
      return `${inside('e')}^${inside('sup')}`;
    case 'sSub':
      return `${inside('e')}_${inside('sub')}`;
    case 'sSubSup':
    case 'sPre':
      return `${inside('e')}_${inside('sub')}^${inside('sup')}`;
    case 'rad':
      return `${inside('deg')}√(${inside('e')})`;
    case 'd':
      return `${property('begChr') ?? '('}${all('e').join(property('sepChr') ?? '|')}${property('endChr') ?? ')'}`;
    case 'nary':
      return ` ${property('chr') ?? '∫'} ${inside('sub')} ${inside('sup')} ${inside('e')}`;
    case 'func':
      return ` ${inside('fName')} ${inside('e')}`;
    case 'limLow':
    case 'limUpp':
      return ` ${inside('e')} ${inside('lim')} `;
    case 'm':
      return all('mr').join('; ');
    case 'mr':
    case 'eqArr':
      return all('e').join(' ');
    case 'del':
    case 'moveFrom':
      return '';
    default:
      return element.name.endsWith('Pr') ? '' : elementsIn(element).map(equationText).join('');
  }
}
