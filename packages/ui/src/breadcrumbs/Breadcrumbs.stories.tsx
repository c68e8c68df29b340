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
