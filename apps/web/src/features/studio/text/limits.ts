import type { Node } from 'prosemirror-model';
import { Plugin } from 'prosemirror-state';

/** The limits in packages/contracts: pieces of a text, blocks of a rich text, entries of a list. */
const MAX_PIECES = 500;
const MAX_BLOCKS = 500;
const MAX_ITEMS = 200;

/** By how much a document exceeds what the contract allows; 0 if it fits. */
function excess(node: Node, maxLength: number): number {
  const own = node.inlineContent
    ? Math.max(0, node.childCount - MAX_PIECES) + Math.max(0, node.textContent.length - maxLength)
    : Math.max(0, node.childCount - (node.type.name === 'list' ? MAX_ITEMS : MAX_BLOCKS));
  return node.inlineContent ? own : node.children.reduce((sum, child) => sum + excess(child, maxLength), own);
}

/** Longer paragraphs are possible, but nobody reads them, and a text node in the contract holds no more than this. */
const MAX_PARAGRAPH_LENGTH = 20_000;

/**
 * Refuses a step that would make a document too large to store. A document that is already too large can shrink.
 * `maxLength` is the maximum text length of one block in characters.
 */
export function limits(onRefuse: () => void, maxLength = MAX_PARAGRAPH_LENGTH): Plugin {
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
