import { Plugin, PluginKey, type EditorState, type Transaction } from 'prosemirror-state';

export interface Range {
  from: number;
  to: number;
}

const key = new PluginKey<ReadonlyMap<symbol, Range>>('followedRanges');

/** Tracks ranges that stay around the same text while the document changes. Text typed at their ends is outside. */
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

/** Tracks a range from this transaction on, or moves a tracked one. */
export const followRange = (transaction: Transaction, id: symbol, range: Range): Transaction =>
  transaction.setMeta(key, [id, range]);

export const rangeOf = (state: EditorState, id: symbol): Range | undefined => key.getState(state)?.get(id);
