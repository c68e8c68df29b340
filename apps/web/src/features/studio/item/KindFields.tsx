import { guessedJoinLink } from '@portico/authoring/joinLink';
import type { Draft, DraftFields } from '@portico/contracts/studio/draft';
import { contentPagePaths, type ContentPagePath } from '@portico/contracts/pages';
import { MAX_JOIN_LINK, MAX_LOCATION, MAX_SPEAKER, MAX_SPEAKERS, type LocationType } from '@portico/contracts/events';
import { lazyInBackground } from '@portico/ui/lazyInBackground';
import { Select } from '@portico/ui/Select';
import { Skeleton } from '@portico/ui/Skeleton';
import { Switch } from '@portico/ui/Switch';
import { TextField } from '@portico/ui/TextField';
import { Suspense, useId } from 'react';
import { t } from '../../../locale/text.ts';
import { Field } from './Field.tsx';
import styles from './Field.module.css';
import { InstantField } from './InstantField.tsx';
import { OwnDepartment } from './OwnDepartment.tsx';
import { firmTimeZone, ownZone } from './zonedTime.ts';
import { TagsField } from './TagsField.tsx';

// Loaded lazily, because only documents need it.
const DocumentFileField = lazyInBackground(async () => ({
  default: (await import('./DocumentFileField.tsx')).DocumentFileField,
}));

export interface FieldsProps {
  fields: DraftFields;
  set: <Name extends keyof DraftFields>(name: Name, value: DraftFields[Name]) => void;
}

const ZONES = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
];

const orNull = (value: string): string | null => (value === '' ? null : value);

export function EventFields({ fields, trees, set }: FieldsProps & { trees: Draft['trees'] }) {
  const zone = fields.timeZone ?? firmTimeZone();
  const guess = guessedJoinLink(fields, trees);
  const isGuessed = fields.joinLink === null && guess !== undefined;
  const zones = [...new Set([firmTimeZone(), zone, ...ZONES])];
  return (
    <>
      <InstantField
        label={t('studio.starts')}
        value={fields.startsAt}
        timeZone={zone}
        onChange={(value) => set('startsAt', value)}
      />
      <InstantField
        label={t('studio.ends')}
        value={fields.endsAt}
        timeZone={zone}
        onChange={(value) => set('endsAt', value)}
      />
      <Select
        label={t('studio.timeZone')}
        value={zone}
        options={zones.map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
        onChange={(value) => set('timeZone', value)}
      />
      <Select<LocationType>
        label={t('studio.locationType')}
        value={fields.locationType}
        options={[
          { value: 'InPerson', label: t('studio.inPerson') },
          { value: 'Virtual', label: t('studio.virtual') },
        ]}
        onChange={(value) => set('locationType', value)}
      />
      <TextField
        label={t('studio.location')}
        value={fields.location ?? ''}
        maxLength={MAX_LOCATION}
        onChange={(value) => set('location', orNull(value))}
      />
      <TextField
        label={t('studio.field_joinLink')}
        help={t(isGuessed ? 'studio.joinLinkGuessed' : 'studio.joinLinkHelp')}
        value={fields.joinLink ?? guess ?? ''}
        maxLength={MAX_JOIN_LINK}
        onChange={(value) => set('joinLink', value)}
      />
      <TagsField
        label={t('studio.speakers')}
        values={fields.speakers}
        maxLength={MAX_SPEAKER}
        max={MAX_SPEAKERS}
        onChange={(value) => set('speakers', value)}
      />
      <Registration fields={fields} set={set} />
    </>
  );
}

function Registration({ fields, set }: FieldsProps) {
  const id = useId();
  const { registration } = fields;
  return (
    <>
      <Switch
        isSelected={registration !== null}
        onChange={(isOn) => set('registration', isOn ? { capacity: null, closesAt: null } : null)}
      >
        {t('studio.takesRegistrations')}
      </Switch>
      {registration && (
        <>
          <Field id={id} label={t('studio.capacity')} help={t('studio.capacityHelp')}>
            <input
              id={id}
              type="number"
              min={1}
              max={100_000}
              className={styles.control}
              value={registration.capacity ?? ''}
              aria-describedby={`${id}-help`}
              onChange={(event) => {
                const capacity = Math.trunc(event.target.valueAsNumber);
                const isValid = capacity >= 1 && capacity <= 100_000;
                if (isValid || event.target.value === '')
                  set('registration', { ...registration, capacity: isValid ? capacity : null });
              }}
            />
          </Field>
          <InstantField
            label={t('studio.closesAt')}
            help={t('studio.closesAtHelp')}
            value={registration.closesAt}
            timeZone={fields.timeZone ?? firmTimeZone()}
            onChange={(closesAt) => set('registration', { ...registration, closesAt })}
          />
        </>
      )}
    </>
  );
}

interface DepartmentProps extends FieldsProps {
  departments: readonly string[];
}

function Department({ fields, set, departments }: DepartmentProps) {
  const id = useId();
  return (
    <OwnDepartment
      label={t('studio.department')}
      value={fields.department}
      onChange={(value) => set('department', value)}
    >
      <Field id={id} label={t('studio.department')}>
        <input
          id={id}
          className={styles.control}
          list={`${id}-list`}
          value={fields.department ?? ''}
          maxLength={200}
          autoComplete="off"
          onChange={(event) => set('department', orNull(event.target.value))}
        />
        <datalist id={`${id}-list`}>
          {departments.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </datalist>
      </Field>
    </OwnDepartment>
  );
}

export function ResourceFields({ fields, set, departments }: DepartmentProps) {
  return (
    <>
      <Department fields={fields} set={set} departments={departments} />
      <TextField
        label={t('studio.owner')}
        help={t('studio.ownerHelp')}
        value={fields.owner ?? ''}
        maxLength={200}
        onChange={(value) => set('owner', orNull(value))}
      />
      <InstantField
        label={t('studio.reviewedAt')}
        value={fields.reviewedAt}
        timeZone={ownZone()}
        onChange={(value) => set('reviewedAt', value)}
      />
    </>
  );
}

export function DocumentFields({ fields, set, departments }: DepartmentProps) {
  return (
    <>
      <Suspense fallback={<Skeleton shape="box" height="5rem" />}>
        <DocumentFileField file={fields.file} onChange={(file) => set('file', file)} />
      </Suspense>
      <Department fields={fields} set={set} departments={departments} />
    </>
  );
}

export function PageFields({ fields, set }: FieldsProps) {
  const options = contentPagePaths.map((value) => ({ value, label: value }));
  return (
    <Select<ContentPagePath | ''>
      label={t('studio.path')}
      value={fields.path ?? ''}
      options={fields.path === null ? [{ value: '', label: t('studio.choosePath') }, ...options] : options}
      onChange={(value) => set('path', value === '' ? null : value)}
    />
  );
}

export function HomeFields({ fields, set }: FieldsProps) {
  const banner = fields.notificationBanner;
  return (
    <>
      <Switch
        isSelected={banner !== null}
        onChange={(isOn) =>
          set(
            'notificationBanner',
            isOn ? { id: crypto.randomUUID(), kind: 'Info', title: t('studio.bannerDefault') } : null,
          )
        }
      >
        {t('studio.hasBanner')}
      </Switch>
      {banner && (
        <>
          <TextField
            label={t('studio.bannerTitle')}
            help={t('studio.bannerHelp')}
            value={banner.title}
            maxLength={200}
            // A changed message gets a new id, so that people who closed the old one see it.
            onChange={(title) =>
              title !== '' && set('notificationBanner', { ...banner, id: crypto.randomUUID(), title })
            }
          />
          <TextField
            label={t('studio.bannerText')}
            value={banner.text ?? ''}
            maxLength={500}
            onChange={(text) => set('notificationBanner', { ...banner, id: crypto.randomUUID(), text })}
          />
        </>
      )}
    </>
  );
}
