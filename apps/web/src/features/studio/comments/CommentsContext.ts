import { createContext } from 'react';

/** Open threads of components, for their frames on the canvas. */
export interface CommentMarks {
  /** How many threads are open, by component. */
  counts: ReadonlyMap<string, number>;
  /** Shows the threads of a component. */
  show: (componentId: string) => void;
}
export const CommentsContext = createContext<CommentMarks>({ counts: new Map(), show: () => undefined });
