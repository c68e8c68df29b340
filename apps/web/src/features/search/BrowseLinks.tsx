import { t } from '../../locale/text.ts';
import { PortalLinkButton } from '../../kit/PortalLink.tsx';

const lists = [
  ['/resources', 'shared.resourcesTitle'],
  ['/documents', 'shared.documentsTitle'],
  ['/news', 'news.title'],
  ['/events', 'events.title'],
  ['/support', 'shared.supportTitle'],
] as const;

/** Links to the portal's lists, for browsing instead of searching. */
export function BrowseLinks() {
  return lists.map(([href, label]) => (
    <PortalLinkButton key={href} href={href} size="small">
      {t(label)}
    </PortalLinkButton>
  ));
}
