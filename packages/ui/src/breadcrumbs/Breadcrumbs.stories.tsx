import { Breadcrumbs } from './Breadcrumbs.tsx';

export default { title: 'Breadcrumbs' };

export const ThreeLevels = () => (
  <Breadcrumbs items={[{ label: 'Dashboard', href: '/' }, { label: 'News', href: '/news' }, { label: 'Rates' }]} />
);

export const LongTitle = () => (
  <Breadcrumbs
    items={[
      { label: 'Dashboard', href: '/' },
      { label: 'Resources', href: '/resources' },
      { label: 'What every advisor should know about required minimum distributions and inherited accounts in 2026' },
    ]}
  />
);

/** In a narrow bar, the first two are hidden. */
export const FourLevels = () => (
  <div style={{ containerType: 'inline-size' }}>
    <Breadcrumbs
      items={[
        { label: 'Dashboard', href: '/' },
        { label: 'Studio', href: '/studio' },
        { label: 'Confirmations', href: '/studio/confirmations' },
        { label: 'Gifts, entertainment and political contributions' },
      ]}
    />
  </div>
);
