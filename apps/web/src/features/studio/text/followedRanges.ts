import { Plugin, PluginKey, type EditorState, type Transaction } from 'prosemirror-state';

export interface Range {
  from: number;
  to: number;
}

const key = new PluginKey<ReadonlyMap<symbol, Range>>('followedRanges');

/** Ranges of a text that stay around the same words while it changes. What is typed at their ends is outside. */
export const followedRanges = (): Plugin =>
  new Plugin<ReadonlyMap<symbol, Range>>({
    key,
    state: {
      init: () => new Map(),
      apply: (transaction, before) => {
        const added = transaction.getMeta(key) as [symbol, Range] | undefined;
        if (!added && (before.size === 0 || !transaction.docChanged)) return before;
        const { mapping } = transaction;
        const mapped = [...before].map(([id, { from, to }]): [symbol, Range] => {
          const [start, end] = [mapping.map(from, 1), mapping.map(to, -1)];
          return [id, { from: Math.min(start, end), to: end }];
        });
        return new Map([...mapped, ...(added ? [added] : [])]);
      },
    },
  });

/** Follows a range from this transaction on, which may also change where one is. */
export const followRange = (transaction: Transaction, id: symbol, range: Range): Transaction =>
  transaction.setMeta(key, [id, range]);

export const rangeOf = (state: EditorState, id: symbol): Range | undefined => key.getState(state)?.get(id);
