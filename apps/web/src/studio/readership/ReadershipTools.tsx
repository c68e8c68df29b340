import { insightPeriods, type InsightPeriod } from '@portico/contracts/studio/insights';
import { ActionMenu } from '@portico/ui/ActionMenu';
import { Select } from '@portico/ui/Select';
import { saveFile } from '../../kit/saveFile.ts';
import { t } from '../../locale/text.ts';

interface PeriodSelectProps {
  value: InsightPeriod;
  onChange: (days: InsightPeriod) => void;
}

export const PeriodSelect = ({ value, onChange }: PeriodSelectProps) => (
  <Select
    label={t('readership.period')}
    value={value}
    onChange={onChange}
    options={insightPeriods.map((days) => ({ value: days, label: t('readership.lastDays', { days }) }))}
  />
);

/** Saves what `pathOf` names as a file. */
export function ExportMenu({ pathOf }: { pathOf: (format: 'csv' | 'xlsx') => string }) {
  const save = (format: 'csv' | 'xlsx') =>
    void saveFile(pathOf(format), {
      name: `readers.${format}`,
      texts: {
        signIn: t('readership.exportSignIn'),
        failed: t('readership.exportFailed'),
        timeout: t('readership.exportFailed'),
        unreachable: t('readership.exportFailed'),
      },
      savedLabel: (name) => t('readership.exported', { name }),
    });
  return (
    <ActionMenu
      label={t('readership.export')}
      actions={[
        { label: t('readership.exportExcel'), onAction: () => save('xlsx') },
        { label: t('readership.exportCsv'), onAction: () => save('csv') },
      ]}
    />
  );
}
