import { createContext } from 'react';

/** True inside a preview, whose heading must not set the title of the page around it. */
export const NestedPageContext = createContext(false);
