import { createContext, use } from 'react';

/** What the list of a search box shares with its field. */
export interface SearchBoxState {
  /** Id of the option that the arrow keys are on. */
  activeId: string | undefined;
  listId: string;
  /** Tells the field that there are options, until the function returned is called. */
  addList: () => () => void;
  /** An option was removed. */
  forget: (optionId: string) => void;
  /** Says something to screen readers without moving the focus. */
  announce: (text: string) => void;
  /** Closes the list, where it floats. */
  close: () => void;
}

export const SearchBoxContext = createContext<SearchBoxState | undefined>(undefined);

/** Throws outside of a SearchBox. */
export function useSearchBox(): SearchBoxState {
  const state = use(SearchBoxContext);
  if (!state) throw new Error('useSearchBox needs a SearchBox around it');
  return state;
}
