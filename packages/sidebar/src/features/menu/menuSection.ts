import type { MenuItem } from '@portico/contracts/menu';

/** Source: spec §2 Sidebar, sections. */
const sections = ['Dashboard', 'Applications', 'News', 'Events', 'Resources', 'Notifications'] as const;
export type MenuSection = (typeof sections)[number] | 'CustomPage';

/** The section of an entry, by its id or page link: "news" or "/news"; any other is a custom page. */
export function menuSection({ id, pageLink }: MenuItem): MenuSection {
  // In another application's page the portal's paths are absolute addresses.
  const path = pageLink?.replace(/^(?:https?:\/\/[^/]+)?\//i, '');
  const words = [id, path === '' ? 'dashboard' : path].map((word) => word?.toLowerCase());
  return sections.find((name) => words.includes(name.toLowerCase())) ?? 'CustomPage';
}
