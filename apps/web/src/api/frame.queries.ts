import { currentUserQuery as currentUserOf, menuQuery as menuOf } from '@portico/sidebar/frame.queries';
import { sidebarServices } from './sidebarServices.ts';

/** The sidebar's entries, by the sidebar's own query. */
export const menuQuery = () => menuOf(sidebarServices.content);

/** The signed-in user, by the sidebar's own query. */
export const currentUserQuery = () => currentUserOf(sidebarServices.content);
