import type { SettingInForce } from '@portico/contracts/admin/settings';
import { cleanText } from '@portico/kinds/typedText';
import { EmptyState } from '@portico/ui/EmptyState';
import { SearchField } from '@portico/ui/SearchField';
import { Skeleton, SkeletonGroup } from '@portico/ui/Skeleton';
import { StatusLabel } from '@portico/ui/StatusLabel';
import { Switch } from '@portico/ui/Switch';
import { useQuery } from '@tanstack/react-query';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { useState } from 'react';
import { t } from '../../locale/text.ts';
import { settingsQuery } from './admin.queries.ts';
import rows from '../../kit/list/Rows.module.css';
import styles from './Admin.module.css';

/** The settings of the process that responds, as the documentation lists them. */
export function SettingsScreen() {
  const { data } = useQuery(settingsQuery());
  const [text, setText] = useState('');
  const [isChangedOnly, setIsChangedOnly] = useState(false);
  const query = cleanText(text).toLowerCase();
  const shown = data?.items.filter(
    ({ name, description, origin }) =>
      (!isChangedOnly || origin === 'set') && `${name} ${description}`.toLowerCase().includes(query),
  );
  return (
    <>
      <p className={styles.lead}>{t('admin.settingsLead')}</p>
      <SearchField
        label={t('admin.findSettings')}
        placeholder={t('admin.findSettings')}
        value={text}
        onChange={setText}
      />
      <Switch isSelected={isChangedOnly} onChange={setIsChangedOnly}>
        {t('admin.onlySet')}
      </Switch>
      {!shown && (
        <SkeletonGroup label={t('admin.loadingSettings')} className={styles.section}>
          {Array.from({ length: 8 }, (_, index) => (
            <Skeleton key={index} shape="box" height="4rem" />
          ))}
        </SkeletonGroup>
      )}
      {shown && (
        <p role="status" className={rows.facts}>
          {t('admin.settingCount', { count: shown.length })}
        </p>
      )}
      {shown?.length === 0 && (
        <EmptyState headingLevel={2} icon={<SlidersHorizontal />} title={t('admin.noSettings')} />
      )}
      {shown && shown.length > 0 && (
        <ul className={rows.rows} aria-label={t('admin.settings')}>
          {shown.map((setting) => (
            <li key={setting.name} className={rows.row}>
              <SettingRow {...setting} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function SettingRow({ name, description, isSecret, origin, value }: SettingInForce) {
  return (
    <>
      <div className={rows.what}>
        <p className={rows.title}>{name}</p>
        <p className={rows.facts}>{description.replaceAll('`', '')}</p>
        {value !== null && value !== '' && <p className={styles.value}>{value}</p>}
      </div>
      <StatusLabel tone={origin === 'set' ? 'accent' : 'neutral'}>{originLabel(origin, isSecret)}</StatusLabel>
    </>
  );
}

function originLabel(origin: SettingInForce['origin'], isSecret: boolean): string {
  if (origin === 'unset') return t('admin.notSet');
  if (isSecret) return t('admin.secretSet');
  return origin === 'set' ? t('admin.set') : t('admin.default');
}
