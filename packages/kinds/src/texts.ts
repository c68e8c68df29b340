import { plainInline } from './base/plainText.ts';
import { mapWords, wordLines, type TextVisitor, type Words } from './base/words.ts';
import { shapeOf, slotsOf, type ContentComponent } from './content.ts';

const wordsOf = (component: ContentComponent): Words | undefined => shapeOf(component)?.words as Words | undefined;

/** A copy with every text mapped, except those of nested components. Unchanged parts keep their identity. */
export const mapTexts = <Component extends ContentComponent>(component: Component, visitor: TextVisitor): Component =>
  mapWords(component, wordsOf(component), visitor);

/** All texts of a component, without those of nested components. */
export function textsOf(component: ContentComponent): string[] {
  const texts: string[] = [];
  mapTexts(component, {
    line: (text) => {
      texts.push(text);
      return text;
    },
    inline: (text) => {
      texts.push(plainInline(text));
      return text;
    },
  });
  return texts;
}

/**
 * The text of a component tree that search finds, in reading order, one line per block. Components that break the
 * contract are skipped, as on the page.
 */
export const componentText = (components: ContentComponent[]): string =>
  components
    .flatMap(linesOf)
    .filter((line) => typeof line === 'string' && line.trim() !== '')
    .join('\n');

function linesOf(component: ContentComponent): string[] {
  if (shapeOf(component)?.isOnlyInForms) return [];
  try {
    return [...wordLines(component, wordsOf(component)), ...slotsOf(component).flat().flatMap(linesOf)];
  } catch {
    return [];
  }
}
