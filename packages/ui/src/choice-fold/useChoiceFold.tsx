import { type ReactNode, useState } from 'react';
import { Button } from '../button/Button.tsx';

export interface FoldableOption {
  value: string;
  /** How many items it has. */
  count?: number;
}

/**
 * With more options than `mostShown`: those that `isKept` names and those with the highest counts, in their order, and
 * a button that shows the others too. `listId` is the element with the options.
 */
export function useChoiceFold<Option extends FoldableOption>(
  options: readonly Option[],
  mostShown: number,
  isKept: (option: Option) => boolean,
  listId: string,
): { shown: readonly Option[]; button: ReactNode } {
  const [isUnfolded, setIsUnfolded] = useState(false);
  if (options.length <= mostShown) return { shown: options, button: null };
  const weight = (option: Option) => (isKept(option) ? Infinity : (option.count ?? 0));
  const largest = options.toSorted((a, b) => weight(b) - weight(a));
  const kept = new Set(largest.filter((option, place) => place < mostShown || isKept(option)));
  return {
    shown: isUnfolded ? options : options.filter((option) => kept.has(option)),
    button: (
      <Button
        variant="quiet"
        size="small"
        aria-expanded={isUnfolded}
        aria-controls={listId}
        onPress={() => setIsUnfolded(!isUnfolded)}
      >
        {isUnfolded ? 'Show fewer' : `Show all ${options.length}`}
      </Button>
    ),
  };
}
