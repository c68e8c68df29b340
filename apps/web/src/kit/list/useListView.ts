import { useState } from 'react';
import type { ListView } from '../../routing/listFilters.ts';

/** Like the theme, the choice survives sign-out, because it reveals nothing about the person. */
const PREFIX = 'portico.view.';

export type ViewedList = 'documents' | 'resources';

/**
 * How a list shows its items: as its address says, otherwise as last chosen in this browser, otherwise as cards. The
 * returned function stores a choice.
 */
export function useListView(list: ViewedList, inAddress: ListView | undefined): [ListView, (view: ListView) => void] {
  const [remembered, setRemembered] = useState(() => readView(list));
  const choose = (view: ListView) => {
    setRemembered(view);
    writeView(list, view);
  };
  return [inAddress ?? remembered, choose];
}

function readView(list: ViewedList): ListView {
  try {
    return localStorage.getItem(PREFIX + list) === 'table' ? 'table' : 'cards';
  } catch {
    return 'cards';
  }
}

function writeView(list: ViewedList, view: ListView): void {
  try {
    localStorage.setItem(PREFIX + list, view);
  } catch {
    // Without storage, the address still has the choice until the reader leaves the list.
  }
}
