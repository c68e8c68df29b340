import { useReducer, useState } from 'react';
import type { MenuItem } from '@portico/contracts/menu';
import { nothingSelected, selectInMenu, type MenuSelection, type MenuSelectionEvent } from './menuSelection.ts';

/** The menu's selection, in step with the address from the first render that has a menu. */
export function useMenuSelection(
  items: readonly MenuItem[],
  address: string,
): [MenuSelection, (event: MenuSelectionEvent) => void] {
  const start = { items, address };
  const [selection, select] = useReducer(selectInMenu, { type: 'addressChanged', ...start } as const, (event) =>
    selectInMenu(nothingSelected, event),
  );
  const [seen, setSeen] = useState(start);
  if (seen.items !== items || seen.address !== address) {
    setSeen(start);
    select({ type: 'addressChanged', ...start });
  }
  return [selection, select];
}
