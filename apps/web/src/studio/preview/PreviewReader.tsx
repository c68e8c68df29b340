import type { HiddenReason } from '@portico/contracts/studio/previews';
import { advisorTypes, type AdvisorType } from '@portico/kinds/advisorType';
import { Select } from '@portico/ui/Select';
import { TextField } from '@portico/ui/TextField';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t, type TextKey } from '../../locale/text.ts';
import { InstantField } from '../controls/InstantField.tsx';
import { ownZone } from '../controls/zonedTime.ts';
import { advisorTypeLabel } from '../../kit/factLabels.ts';
import styles from '../Sections.module.css';
import { peopleQuery } from './previews.queries.ts';

/** Which version to preview, for which reader, at what time. */
export interface PreviewOptions {
  of: 'Draft' | 'Readers';
  advisorType?: AdvisorType;
  personId?: string;
  at?: string;
}

const reasonLabels: Record<HiddenReason, TextKey> = {
  NotPublished: 'releases.hiddenNotPublished',
  StillToCome: 'releases.hiddenStillToCome',
  Expired: 'releases.hiddenExpired',
  OtherAudience: 'releases.hiddenOtherAudience',
  Disabled: 'releases.hiddenDisabled',
};

/** Whether the reader sees the item, in a sentence. */
export const visibilityLabel = (reasons: HiddenReason[]): string =>
  reasons.length === 0
    ? t('releases.visible')
    : t('releases.hidden', { reasons: reasons.map((reason) => t(reasonLabels[reason])).join(' ') });

/** Chooses an advisor type or a person, and a time; for an item, also the draft or the version readers see. */
export function PreviewReader({
  value,
  onChange,
  isForRelease = false,
}: {
  value: PreviewOptions;
  onChange: (value: PreviewOptions) => void;
  isForRelease?: boolean;
}) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<{ id: string; name: string }>();
  const { data } = useQuery(peopleQuery(text));
  const found = data?.items ?? [];
  const people = chosen && !found.some(({ id }) => id === chosen.id) ? [chosen, ...found] : found;
  const rest: PreviewOptions = { of: value.of, ...(value.at === undefined ? {} : { at: value.at }) };
  const choosePerson = (id: string) => {
    setChosen(people.find((person) => person.id === id));
    onChange(id === '' ? rest : { ...rest, personId: id });
  };
  return (
    <div className={styles.fields}>
      {!isForRelease && (
        <Select<PreviewOptions['of']>
          label={t('releases.previewOf')}
          value={value.of}
          options={[
            { value: 'Draft', label: t('releases.previewDraft') },
            { value: 'Readers', label: t('releases.previewReaders') },
          ]}
          onChange={(of) => onChange({ ...value, of })}
        />
      )}
      <Select<AdvisorType | ''>
        label={t('releases.previewAs')}
        value={value.advisorType ?? ''}
        options={[
          { value: '', label: t(value.personId === undefined ? 'releases.previewAnyone' : 'releases.previewAsPerson') },
          ...advisorTypes.map((type) => ({ value: type, label: advisorTypeLabel(type) })),
        ]}
        onChange={(type) => {
          setChosen(undefined);
          onChange(type === '' ? rest : { ...rest, advisorType: type });
        }}
      />
      <TextField label={t('releases.previewPerson')} value={text} onChange={setText} />
      {people.length > 0 && (
        <Select<string>
          label={t('releases.previewFound')}
          value={value.personId ?? ''}
          options={[
            { value: '', label: t('releases.previewNobody') },
            ...people.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={choosePerson}
        />
      )}
      <InstantField
        label={t('releases.previewAt')}
        value={value.at ?? null}
        timeZone={ownZone()}
        onChange={(at) => {
          const { of, advisorType, personId } = value;
          onChange({
            of,
            ...(advisorType === undefined ? {} : { advisorType }),
            ...(personId === undefined ? {} : { personId }),
            ...(at === null ? {} : { at }),
          });
        }}
        help={t(isForRelease ? 'releases.previewAtRelease' : 'releases.previewAtHelp')}
      />
    </div>
  );
}
