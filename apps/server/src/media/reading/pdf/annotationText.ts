/** What pdf.js returns for an annotation, as far as its words are concerned. */
export interface Annotation {
  subtype: string;
  annotationFlags: number;
  fieldName?: string;
  fieldType?: 'Tx' | 'Ch' | 'Btn' | 'Sig';
  fieldValue?: unknown;
  password?: boolean;
  pushButton?: boolean;
  /** Choices of a list. */
  options?: { exportValue: string; displayValue: string }[];
  /** Lines of the appearance. */
  textContent?: string[];
  /** What somebody wrote in a note, or typed onto the page. */
  contentsObj?: { str: string };
}

/** Flags of annotations that nobody sees: hidden, not viewed. Source: ISO 32000-2, 12.5.3. */
const UNSEEN_FLAGS = 0b100010;
/** A window that shows the note of another annotation. */
const POPUP = 'Popup';
const WITH_WORDS_IN_APPEARANCE = new Set(['FreeText', 'Stamp']);

/**
 * The words of a page's annotations, one per line: values of form fields, notes, stamps and what was typed onto the
 * page. Fields without an appearance have their value.
 */
export function annotationText(annotations: readonly Annotation[]): string {
  const lines = new Set<string>();
  for (const annotation of annotations) {
    if ((annotation.annotationFlags & UNSEEN_FLAGS) !== 0) continue;
    const shown = annotation.textContent?.join('\n') ?? '';
    for (const words of annotation.subtype === 'Widget' ? fieldWords(annotation, shown) : noteWords(annotation, shown))
      if (words.trim() !== '') lines.add(words.trim());
  }
  return [...lines].join('\n');
}

function fieldWords(field: Annotation, shown: string): string[] {
  if (field.password) return [];
  const values = [field.fieldValue].flat().filter((value) => typeof value === 'string');
  switch (field.fieldType) {
    case 'Tx':
      return shownBeside(values, shown);
    case 'Ch':
      return shownBeside(
        values.map((value) => choiceLabel(field, value)),
        shown,
      );
    case 'Sig':
      return [shown];
    default:
      return field.pushButton ? [shown] : [];
  }
}

function noteWords({ subtype, contentsObj }: Annotation, shown: string): string[] {
  const written = contentsObj?.str ?? '';
  if (subtype === POPUP || subtype === 'Link') return [];
  return WITH_WORDS_IN_APPEARANCE.has(subtype) ? shownBeside([written], shown) : [written];
}

const choiceLabel = ({ options }: Annotation, value: string): string =>
  options?.find(({ exportValue }) => exportValue === value)?.displayValue ?? value;

/** The words, and what is shown if it differs in more than line breaks and the spaces of comb fields. */
function shownBeside(words: string[], shown: string): string[] {
  const letters = (text: string) => text.normalize('NFKC').replaceAll(/\s/gu, '');
  return letters(words.join('')).includes(letters(shown)) ? words : [...words, shown];
}
