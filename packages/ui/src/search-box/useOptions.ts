import { useCallback, useId, useMemo, useState, type RefObject } from 'react';
import type { SearchBoxState } from './SearchBoxContext.ts';

/**
 * The options inside `box`, one of which can be active while the focus stays in the field. `onClose` hides the list.
 */
export function useOptions(box: RefObject<HTMLElement | null>, onClose: () => void) {
  const listId = useId();
  const [listCount, setListCount] = useState(0);
  const [activeId, setActiveId] = useState<string>();
  const [spokenText, setSpokenText] = useState('');

  const clearActive = useCallback(() => setActiveId(undefined), []);
  const close = useCallback(() => {
    onClose();
    setActiveId(undefined);
  }, [onClose]);
  const addList = useCallback(() => {
    setListCount((count) => count + 1);
    return () => setListCount((count) => count - 1);
  }, []);
  const forget = useCallback(
    (removedId: string) => setActiveId((active) => (active === removedId ? undefined : active)),
    [],
  );
  const state = useMemo<SearchBoxState>(
    () => ({ activeId, listId, addList, forget, say: setSpokenText, close }),
    [activeId, listId, addList, forget, close],
  );

  const options = () => [...(box.current?.querySelectorAll<HTMLElement>('[role="option"]') ?? [])];
  const activeOption = () => options().find((option) => option.id === activeId);
  const firstOption = useCallback(() => box.current?.querySelector<HTMLElement>('[role="option"]') ?? undefined, [box]);
  /** Cycles through the options and, between the last and the first, the field itself. */
  const move = (step: 1 | -1) => {
    const all = options();
    const count = all.length + 1;
    const next = all[((all.findIndex((option) => option.id === activeId) + 1 + step + count) % count) - 1];
    next?.scrollIntoView?.({ block: 'nearest' });
    setActiveId(next?.id);
  };

  return {
    activeId,
    clearActive,
    activeOption,
    firstOption,
    move,
    listId,
    hasList: listCount > 0,
    spokenText,
    state,
  };
}
