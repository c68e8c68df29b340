import { audienceDimensions, type AudienceDimension } from '@portico/kinds/audience';
import { advisorTypes } from '@portico/kinds/advisorType';
import { Button } from '@portico/ui/Button';
import { IconButton } from '@portico/ui/IconButton';
import { Select } from '@portico/ui/Select';
import { useQuery } from '@tanstack/react-query';
import X from 'lucide-react/icons/x';
import { useId, useRef, useState } from 'react';
import { dimensionLabel, factLabel } from '../../kit/factLabels.ts';
import { t } from '../../locale/text.ts';
import { audienceFactsQuery } from './audience.queries.ts';
import styles from './AudienceField.module.css';
import { PersonPicker } from './PersonPicker.tsx';

interface AudienceSideProps {
  title: string;
  /** What an empty selection means. */
  empty: string;
  values: Array<[AudienceDimension, string[]]>;
  /** Names of people, by id. */
  names: Map<string, string>;
  onChange: (dimension: AudienceDimension, values: string[]) => void;
}

/** One half of an audience: the chosen facts as chips by dimension, and controls to add one. */
export function AudienceSide({ title, empty, values, names, onChange }: AudienceSideProps) {
  const titleId = useId();
  const addRow = useRef<HTMLDivElement>(null);
  const chosen = (dimension: AudienceDimension) => values.find(([each]) => each === dimension)?.[1] ?? [];
  const nameOf = (dimension: AudienceDimension, value: string) =>
    dimension === 'person' ? (names.get(value) ?? t('studio.audienceUnknownPerson')) : factLabel(dimension, value);
  const remove = (dimension: AudienceDimension, value: string) => {
    onChange(
      dimension,
      chosen(dimension).filter((each) => each !== value),
    );
    // The button that had focus is gone.
    addRow.current?.querySelector('select')?.focus();
  };
  return (
    <section aria-labelledby={titleId} className={styles.side}>
      <h3 id={titleId} className={styles.sideTitle}>
        {title}
      </h3>
      {values.length === 0 && <p className={styles.help}>{empty}</p>}
      {values.map(([dimension, each]) => (
        <div key={dimension} className={styles.dimension}>
          <span className={styles.help}>{dimensionLabel(dimension)}</span>
          <ul className={styles.chips} aria-label={dimensionLabel(dimension)}>
            {each.map((value) => (
              <li key={value} className={styles.chip}>
                {nameOf(dimension, value)}
                <IconButton
                  size="small"
                  hasTooltip={false}
                  label={t('studio.removeTag', { name: nameOf(dimension, value) })}
                  icon={<X aria-hidden="true" />}
                  onPress={() => remove(dimension, value)}
                />
              </li>
            ))}
          </ul>
        </div>
      ))}
      <div ref={addRow}>
        <AddFact chosen={chosen} onAdd={(dimension, value) => onChange(dimension, [...chosen(dimension), value])} />
      </div>
    </section>
  );
}

/** Picks a dimension and one of its existing values. */
function AddFact({
  chosen,
  onAdd,
}: {
  chosen: (dimension: AudienceDimension) => string[];
  onAdd: (dimension: AudienceDimension, value: string) => void;
}) {
  const [dimension, setDimension] = useState<AudienceDimension>('branch');
  const [value, setValue] = useState('');
  const { data } = useQuery(audienceFactsQuery());
  const known =
    dimension === 'advisorType'
      ? advisorTypes.map((type) => ({ value: type as string, label: factLabel('advisorType', type) }))
      : (data?.items ?? [])
          .filter((fact) => fact.dimension === dimension)
          .map((fact) => ({ value: fact.value, label: `${factLabel(dimension, fact.value)} (${fact.people})` }));
  const options = known.filter((option) => !chosen(dimension).includes(option.value));
  const picked = options.find((option) => option.value === value);
  return (
    <div className={styles.add}>
      <Select
        label={t('studio.audienceBy')}
        value={dimension}
        options={audienceDimensions.map((each) => ({ value: each, label: dimensionLabel(each) }))}
        onChange={(next) => {
          setDimension(next);
          setValue('');
        }}
      />
      {dimension === 'person' ? (
        <PersonPicker
          label={t('studio.audiencePerson')}
          onPick={({ id }) => !chosen('person').includes(id) && onAdd('person', id)}
        />
      ) : (
        <>
          <Select
            label={dimensionLabel(dimension)}
            value={picked?.value ?? ''}
            options={[
              { value: '', label: options.length === 0 ? t('studio.audienceNoValues') : t('studio.audienceChoose') },
              ...options,
            ]}
            isDisabled={options.length === 0}
            onChange={setValue}
          />
          <Button
            size="small"
            isDisabled={!picked}
            onPress={() => {
              if (picked) onAdd(dimension, picked.value);
              setValue('');
            }}
          >
            {t('studio.addTag')}
          </Button>
        </>
      )}
    </div>
  );
}
