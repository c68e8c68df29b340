import { expressionOf, type Match, type Query } from '@portico/authoring/texts/findReplace';

const HIGHLIGHT_NAME = 'studio-found';
const CURRENT_ATTRIBUTE = 'data-found';

/**
 * Highlights the matches on the page and scrolls the component with the current match into view. Returns a function
 * that removes the highlights.
 */
export function markMatches(query: Query, match: Match | undefined): () => void {
  const page = document.querySelector('main article');
  const expression = expressionOf(query);
  if (!page || !expression) return () => {};
  const frame = [...page.querySelectorAll<HTMLElement>('[data-block-id]')].find(
    ({ dataset }) => dataset['blockId'] === match?.key,
  );
  frame?.setAttribute(CURRENT_ATTRIBUTE, '');
  frame?.scrollIntoView?.({ block: 'nearest' });
  // Browsers without the CSS Custom Highlight API mark only the component.
  const registry = (globalThis as { CSS?: { highlights?: HighlightRegistry } }).CSS?.highlights;
  registry?.set(HIGHLIGHT_NAME, new Highlight(...rangesIn(page, expression)));
  return () => {
    frame?.removeAttribute(CURRENT_ATTRIBUTE);
    registry?.delete(HIGHLIGHT_NAME);
  };
}

function* rangesIn(page: Element, expression: RegExp): Generator<Range> {
  const texts = document.createTreeWalker(page, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode as Text;
    // Controls that the studio adds to the page are not part of the item.
    if (node.parentElement?.closest('button, [role=toolbar], [hidden]')) continue;
    for (const { index, 0: match } of node.data.matchAll(expression)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + match.length);
      yield range;
    }
  }
}
