import { currentUserQuery as currentUserOf, menuQuery as menuOf } from '@portico/sidebar/frame.queries';
import { sidebarServices } from './sidebarServices.ts';

/** The sidebar's entries, as the sidebar itself asks for them. */
export const menuQuery = () => menuOf(sidebarServices.content);

/** The person who is signed in, as the sidebar asks. */
export const currentUserQuery = () => currentUserOf(sidebarServices.content);
