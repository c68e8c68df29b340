import { createContext, use } from 'react';

/** State shared by the list of a search box and its field. */
export interface SearchBoxState {
  /** Id of the option that the arrow keys have moved to. */
  activeId: string | undefined;
  listId: string;
  /** Registers a list of options with the field. Returns a function that unregisters it. */
  addList: () => () => void;
  /** Called when an option was removed. */
  forget: (optionId: string) => void;
  /** Announces a text to screen readers without moving the focus. */
  say: (text: string) => void;
  /** Closes the list if it floats. */
  close: () => void;
}

export const SearchBoxContext = createContext<SearchBoxState | undefined>(undefined);

/** Throws outside a SearchBox. */
export function useSearchBox(): SearchBoxState {
  const state = use(SearchBoxContext);
  if (!state) throw new Error('useSearchBox needs a SearchBox around it');
  return state;
}
