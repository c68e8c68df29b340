import type { SeriesReach, SeriesScope } from '@portico/contracts/studio/eventSeries';
import { RadioList } from '@portico/ui/ChoiceList';
import { t } from '../../locale/text.ts';

/** Asks which dates of a series a change goes to. Draws nothing while no other date could get it. */
export function SeriesScopeChoice({
  reach,
  scope,
  onChange,
}: {
  reach: Record<SeriesScope, SeriesReach>;
  scope: SeriesScope | undefined;
  onChange: (scope: SeriesScope | undefined) => void;
}) {
  const { Following: following, All: all } = reach;
  const option = (value: SeriesScope, dates: string) => ({
    value,
    label: t('series.scopeReach', { dates, people: t('series.scopePeople', { count: reach[value].people }) }),
  });
  const options = [
    ...(following.dates > 0 ? [option('Following', t('series.scopeFollowing', { count: following.dates }))] : []),
    ...(all.dates > following.dates ? [option('All', t('series.scopeAll', { count: all.dates }))] : []),
  ];
  const { skipped, differing } = scope ? reach[scope] : all;
  return (
    <>
      {options.length > 0 && (
        <RadioList
          label={t('series.scope')}
          value={scope ?? 'This'}
          options={[{ value: 'This', label: t('series.scopeThis') }, ...options]}
          onChange={(chosen) => onChange(chosen === 'This' ? undefined : (chosen as SeriesScope))}
        />
      )}
      {skipped > 0 && <p>{t('series.skipped', { count: skipped })}</p>}
      {differing > 0 && <p>{t('series.differing', { count: differing })}</p>}
    </>
  );
}
