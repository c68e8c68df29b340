import type { MenuItem } from '@portico/contracts/menu';
import { t } from '../../text.ts';
import { menuSection, type MenuSection } from './menuSection.ts';

/** The sub-panels of the sidebar. Source: spec §2 Sidebar. */
export type PanelName = Extract<MenuSection, 'Applications' | 'Notifications'>;

const panelNames: readonly PanelName[] = ['Applications', 'Notifications'];

export const panelTitle = (name: PanelName) => (name === 'Applications' ? t('applications') : t('notifications'));

export const panelCloseLabel = (name: PanelName) =>
  name === 'Applications' ? t('closeApplications') : t('closeNotifications');

/**
 * The panel that a top-level entry opens instead of a page: an ApplicationPage without sub-entries whose id is
 * "applications" or "notifications", or whose page link is "/applications" or "/notifications". Entries inside groups
 * are plain links. Source: decisions/0057.
 */
export function panelOf(item: MenuItem): PanelName | undefined {
  if (item.kind !== 'ApplicationPage' || item.submenuItems.length > 0) return undefined;
  const section = menuSection(item);
  return panelNames.find((name) => name === section);
}
