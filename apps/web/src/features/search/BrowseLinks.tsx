import { PortalLinkButton } from '../../kit/PortalLink.tsx';

const places = [
  ['/resources', 'Resources'],
  ['/documents', 'Documents'],
  ['/news', 'News'],
  ['/events', 'Events'],
  ['/support', 'Support'],
] as const;

/** The lists of the portal, for those who would rather look around. */
export function BrowseLinks() {
  return places.map(([href, label]) => (
    <PortalLinkButton key={href} href={href} size="small">
      {label}
    </PortalLinkButton>
  ));
}
