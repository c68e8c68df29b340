import { adminPagePaths, type AdminPagePath } from '@portico/contracts/admin/paths';
import { SectionNav } from '../../kit/SectionNav.tsx';
import { t } from '../../locale/text.ts';
import { adminPageLabel } from './adminLabels.ts';

export function AdminNav({ current }: { current: AdminPagePath }) {
  return (
    <SectionNav
      label={t('admin.administration')}
      pages={adminPagePaths.map((href) => ({ href, label: adminPageLabel(href) }))}
      current={current}
    />
  );
}
