import { expressionOf, type Match, type Query } from '@portico/authoring/texts/findReplace';

const ALL = 'studio-found';
const CURRENT = 'data-found';

/**
 * Marks the words on the page, and brings the component with the current match into view. Returns a function that
 * unmarks them.
 */
export function markMatches(query: Query, match: Match | undefined): () => void {
  const page = document.querySelector('main article');
  const expression = expressionOf(query);
  if (!page || !expression) return () => {};
  const frame = [...page.querySelectorAll<HTMLElement>('[data-block-id]')].find(
    ({ dataset }) => dataset['blockId'] === match?.key,
  );
  frame?.setAttribute(CURRENT, '');
  frame?.scrollIntoView?.({ block: 'nearest' });
  // Browsers without it mark the component only.
  const registry = (globalThis as { CSS?: { highlights?: HighlightRegistry } }).CSS?.highlights;
  registry?.set(ALL, new Highlight(...rangesIn(page, expression)));
  return () => {
    frame?.removeAttribute(CURRENT);
    registry?.delete(ALL);
  };
}

function* rangesIn(page: Element, expression: RegExp): Generator<Range> {
  const texts = document.createTreeWalker(page, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode as Text;
    // What the studio adds to the page is not part of the item.
    if (node.parentElement?.closest('button, [role=toolbar], [hidden]')) continue;
    for (const { index, 0: words } of node.data.matchAll(expression)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + words.length);
      yield range;
    }
  }
}
