import { createContext } from 'react';
import { plainLink, type RenderLink } from '@portico/ui/renderLink';

/** How links inside content are made; an app gives its router's. */
export const LinkContext = createContext<RenderLink>(plainLink);
