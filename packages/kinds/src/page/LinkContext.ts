import { createContext } from 'react';
import { plainLink, type RenderLink } from '@portico/ui/renderLink';

/** Renders links in content; an app provides its router's. */
export const LinkContext = createContext<RenderLink>(plainLink);
