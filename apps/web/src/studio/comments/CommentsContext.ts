import { createContext } from 'react';

/** Open threads per component, shown on component frames on the canvas. */
export interface CommentMarks {
  /** Number of open threads, by component id. */
  counts: ReadonlyMap<string, number>;
  /** Shows the threads of a component. */
  show: (componentId: string) => void;
}
export const CommentsContext = createContext<CommentMarks>({ counts: new Map(), show: () => undefined });
