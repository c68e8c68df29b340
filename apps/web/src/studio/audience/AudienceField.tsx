import { isForEveryone, excluded, included } from '@portico/authoring/audience';
import type { Audience, AudienceDimension } from '@portico/kinds/audience';
import type { FieldChange } from '@portico/contracts/studio/draft';
import { Button } from '@portico/ui/Button';
import { lazyInBackground } from '@portico/ui/lazyInBackground';
import { usePreload } from '@portico/ui/usePreload';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useDeferredValue, useState } from 'react';
import { t } from '../../locale/text.ts';
import { AudienceSide } from './AudienceSide.tsx';
import { audienceCountQuery } from './audience.queries.ts';
import styles from './AudienceField.module.css';
import { usePeopleNames } from './usePeopleNames.ts';
import type { AdvisorType } from '@portico/kinds/advisorType';

/** The two halves of an audience: who is included, and who is excluded even though they would match. */
type Side = 'include' | 'exclude';

/** The values of one half, by dimension. */
const valuesOf = (audience: Audience, side: Side): Array<[AudienceDimension, string[]]> =>
  side === 'include' ? included(audience) : excluded(audience);

/** The field change that replaces the values of one dimension. Included advisor types are a separate field. */
function changeOf({ audienceRule }: Audience, side: Side, dimension: AudienceDimension, values: string[]): FieldChange {
  if (side === 'include' && dimension === 'advisorType')
    return { do: 'field', name: 'audience', value: values as AdvisorType[] };
  const others = Object.entries(audienceRule[side]).filter(([each]) => each !== dimension);
  const half = Object.fromEntries(values.length > 0 ? [...others, [dimension, values]] : others);
  return { do: 'field', name: 'audienceRule', value: { ...audienceRule, [side]: half } };
}

const loadWhy = async () => ({ default: (await import('./WhyDialog.tsx')).WhyDialog });
const WhyDialog = lazyInBackground(loadWhy);

interface AudienceFieldProps {
  label: string;
  audience: Audience;
  onChange: (change: FieldChange) => void;
  /** The item to explain the audience for; absent when there is none. */
  itemId?: string | undefined;
}

/** Who sees an item: facts to include and exclude, how many people match, and why a given person does. */
export function AudienceField({ label, audience, onChange, itemId }: AudienceFieldProps) {
  const [isExplaining, setIsExplaining] = useState(false);
  usePreload(loadWhy);
  const names = usePeopleNames(audience.audienceRule);
  const side = (which: Side) => ({
    values: valuesOf(audience, which),
    names,
    onChange: (dimension: AudienceDimension, values: string[]) =>
      onChange(changeOf(audience, which, dimension, values)),
  });
  return (
    <fieldset className={styles.audience}>
      <legend className={styles.title}>{label}</legend>
      <AudienceSide title={t('studio.audienceInclude')} empty={t('studio.audienceEveryone')} {...side('include')} />
      <AudienceSide
        title={t('studio.audienceExclude')}
        empty={t('studio.audienceNobodyLeftOut')}
        {...side('exclude')}
      />
      <HeadCount audience={audience} />
      {itemId !== undefined && (
        <Button size="small" onPress={() => setIsExplaining(true)}>
          {t('studio.whySomeone')}
        </Button>
      )}
      {isExplaining && itemId !== undefined && (
        <Suspense fallback={null}>
          <WhyDialog itemId={itemId} onClose={() => setIsExplaining(false)} />
        </Suspense>
      )}
    </fieldset>
  );
}

/** How many people the current rule reaches, with a few of their names. */
function HeadCount({ audience }: { audience: Audience }) {
  const { data, isError } = useQuery(audienceCountQuery(useDeferredValue(audience)));
  if (isError) return <p className={styles.help}>{t('studio.audienceNotCounted')}</p>;
  if (!data) return <p className={styles.help}>{t('studio.audienceCounting')}</p>;
  const { reached, total, samples } = data;
  const names = samples.map(({ name }) => name).join(', ');
  return (
    <div role="status" className={styles.count}>
      {reached === 0 && !isForEveryone(audience) ? (
        <p className={styles.nobody}>{t('studio.audienceNobody')}</p>
      ) : (
        <p>
          <strong>{t('studio.audienceCount', { reached, total })}</strong>
        </p>
      )}
      {samples.length > 0 && (
        <p className={styles.help}>
          {reached > samples.length
            ? t('studio.audienceSamplesMore', { names, more: reached - samples.length })
            : t('studio.audienceSamples', { names })}
        </p>
      )}
    </div>
  );
}
