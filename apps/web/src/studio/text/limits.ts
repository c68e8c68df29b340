import type { Node } from 'prosemirror-model';
import { Plugin } from 'prosemirror-state';
import { MAX_LIST_ITEMS } from '@portico/kinds/parts';
import { MAX_BLOCKS, MAX_PIECE_LENGTH, MAX_PIECES } from '@portico/kinds/richText';

/** By how much a document exceeds what the contract allows; 0 if it fits. */
function excess(node: Node, maxLength: number): number {
  const own = node.inlineContent
    ? Math.max(0, node.childCount - MAX_PIECES) + Math.max(0, node.textContent.length - maxLength)
    : Math.max(0, node.childCount - (node.type.name === 'list' ? MAX_LIST_ITEMS : MAX_BLOCKS));
  return node.inlineContent ? own : node.children.reduce((sum, child) => sum + excess(child, maxLength), own);
}

/** Whether a document is too large to store, such as after someone else's words were merged into it. */
export const isTooLarge = (document: Node, maxLength = MAX_PIECE_LENGTH): boolean => excess(document, maxLength) > 0;

/**
 * Refuses a step that would make a document too large to store. A document that is already too large can shrink.
 * `maxLength` is the maximum text length of one block in characters.
 */
export function limits(onRefuse: () => void, maxLength = MAX_PIECE_LENGTH): Plugin {
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
