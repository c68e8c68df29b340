import { SegmentedControl } from '@portico/ui/SegmentedControl';
import LayoutGrid from 'lucide-react/icons/layout-grid';
import Rows3 from 'lucide-react/icons/rows-3';
import type { ListView } from '../../routing/listFilters.ts';
import { t } from '../../locale/text.ts';

/** Shows a list as cards or as a table. */
export function ViewSwitch({ view, onChange }: { view: ListView; onChange: (view: ListView) => void }) {
  return (
    <SegmentedControl
      label={t('shared.view')}
      value={view}
      onChange={onChange}
      options={[
        { value: 'cards', label: t('shared.viewCards'), icon: <LayoutGrid aria-hidden="true" /> },
        { value: 'table', label: t('shared.viewTable'), icon: <Rows3 aria-hidden="true" /> },
      ]}
    />
  );
}
