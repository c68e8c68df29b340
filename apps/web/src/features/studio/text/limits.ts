import type { Node } from 'prosemirror-model';
import { Plugin } from 'prosemirror-state';

/** As in packages/contracts: pieces of a text, blocks of a rich text, entries of a list. */
const MAX_PIECES = 500;
const MAX_BLOCKS = 500;
const MAX_ITEMS = 200;

/** How far a document is over what the contract allows; 0 when all of it fits. */
function excess(node: Node, maxLength: number): number {
  const own = node.inlineContent
    ? Math.max(0, node.childCount - MAX_PIECES) + Math.max(0, node.textContent.length - maxLength)
    : Math.max(0, node.childCount - (node.type.name === 'list' ? MAX_ITEMS : MAX_BLOCKS));
  return node.inlineContent ? own : node.children.reduce((sum, child) => sum + excess(child, maxLength), own);
}

/** Longer paragraphs are possible, but nobody reads them, and one text node of the contract holds no more. */
const MAX_PARAGRAPH = 20_000;

/**
 * Refuses a step that would make a document larger than what can be stored. A document that is too large already may
 * shrink. `maxLength` is the longest text of one block in characters.
 */
export function limits(onRefuse: () => void, maxLength = MAX_PARAGRAPH): Plugin {
  return new Plugin({
    filterTransaction: (transaction, state) => {
      if (!transaction.docChanged || transaction.getMeta('external') === true) return true;
      const after = excess(transaction.doc, maxLength);
      if (after === 0 || after < excess(state.doc, maxLength)) return true;
      onRefuse();
      return false;
    },
  });
}
