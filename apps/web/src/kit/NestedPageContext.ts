import { createContext } from 'react';

/** True inside a preview, whose heading does not name the page around it. */
export const NestedPageContext = createContext(false);
