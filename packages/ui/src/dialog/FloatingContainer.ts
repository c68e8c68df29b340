import { createContext } from 'react';

/**
 * Where floating parts that would otherwise be at the end of the body are rendered: inside the browser's own modal
 * dialog, because everything outside it is covered and inert. Undefined elsewhere.
 */
export const FloatingContainer = createContext<HTMLElement | undefined>(undefined);
