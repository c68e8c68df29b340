import { type ReactNode, useState } from 'react';
import { Button } from '../button/Button.tsx';

export interface FoldableOption {
  value: string;
  /** Number of items it has. */
  count?: number;
}

/**
 * If there are more options than `maxShown`, limits them to those with the highest counts and those for which
 * `isAlwaysShown` is true, in their original order, and provides a button that shows the rest. `listId` is the id of
 * the element that contains the options.
 */
export function useChoiceFold<Option extends FoldableOption>(
  options: readonly Option[],
  maxShown: number,
  isAlwaysShown: (option: Option) => boolean,
  listId: string,
): { shown: readonly Option[]; button: ReactNode } {
  const [isUnfolded, setIsUnfolded] = useState(false);
  if (options.length <= maxShown) return { shown: options, button: null };
  const weight = (option: Option) => (isAlwaysShown(option) ? Infinity : (option.count ?? 0));
  const largest = options.toSorted((a, b) => weight(b) - weight(a));
  const visible = new Set(largest.filter((option, index) => index < maxShown || isAlwaysShown(option)));
  return {
    shown: isUnfolded ? options : options.filter((option) => visible.has(option)),
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
