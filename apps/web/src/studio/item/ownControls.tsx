import { guessedJoinLink } from '@portico/authoring/joinLink';
import { contentPagePaths } from '@portico/kinds/contentPagePaths';
import type { ContentPagePath } from '@portico/contracts/pages';
import { MAX_CAPACITY, MAX_DEPARTMENT, MAX_DESCRIPTION, MAX_JOIN_LINK } from '@portico/kinds/itemParts';
import type { ItemControl } from '@portico/kinds/properties/itemForm';
import { lazyInBackground } from '@portico/ui/lazyInBackground';
import { Select } from '@portico/ui/Select';
import { Switch } from '@portico/ui/Switch';
import { TextArea } from '@portico/ui/TextArea';
import { TextField } from '@portico/ui/TextField';
import { useQuery } from '@tanstack/react-query';
import { useId, type ComponentType, type ReactNode } from 'react';
import { withTexts } from '../../locale/loadTexts.ts';
import { t } from '../../locale/text.ts';
import { departmentsQuery, accessQuery } from '../studio.queries.ts';
import { CategoriesField } from './CategoriesField.tsx';
import { Field } from '../controls/Field.tsx';
import styles from '../controls/Field.module.css';
import { InstantField } from '../controls/InstantField.tsx';
import { PictureField } from './PictureField.tsx';
import { orNull, PlainField, type ControlProps } from './PlainField.tsx';
import { eventZone, firmTimeZone } from '../controls/zonedTime.ts';

// Loaded lazily, because most items are opened for their texts.
const importFile = withTexts(['mediaDesk'], () => import('./DocumentFileField.tsx'));
const DocumentFileField = lazyInBackground(async () => ({ default: (await importFile()).DocumentFileField }));
const importHome = withTexts(['homeDesk'], () => import('./HomeControl.tsx'));
const HomeControl = lazyInBackground(async () => ({ default: (await importHome()).HomeControl }));

const AudienceField = lazyInBackground(async () => ({
  default: (await import('../audience/AudienceField.tsx')).AudienceField,
}));
const importCredits = withTexts(['credits'], () => import('./CreditsControl.tsx'));
const CreditsControl = lazyInBackground(async () => ({ default: (await importCredits()).CreditsControl }));

const ZONES = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
];

function TimeZoneControl({ label, fields, set }: ControlProps) {
  const zone = eventZone(fields);
  const zones = [...new Set([firmTimeZone(), zone, ...ZONES])];
  return (
    <Select
      label={label}
      value={zone}
      options={zones.map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
      onChange={(value) => set('timeZone', value)}
    />
  );
}

function JoinLinkControl({ label, fields, trees, set }: ControlProps) {
  const guess = guessedJoinLink(fields, trees);
  const isGuessed = fields.joinLink === null && guess !== undefined;
  return (
    <TextField
      label={label}
      help={t(isGuessed ? 'studio.joinLinkGuessed' : 'studio.joinLinkHelp')}
      value={fields.joinLink ?? guess ?? ''}
      maxLength={MAX_JOIN_LINK}
      onChange={(value) => set('joinLink', value)}
    />
  );
}

function Registration({ fields, set }: ControlProps) {
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
              max={MAX_CAPACITY}
              className={styles.control}
              value={registration.capacity ?? ''}
              aria-describedby={`${id}-help`}
              onChange={(event) => {
                const capacity = Math.trunc(event.target.valueAsNumber);
                const isValid = capacity >= 1 && capacity <= MAX_CAPACITY;
                if (isValid || event.target.value === '')
                  set('registration', { ...registration, capacity: isValid ? capacity : null });
              }}
            />
          </Field>
          <InstantField
            label={t('studio.closesAt')}
            help={t('studio.closesAtHelp')}
            value={registration.closesAt}
            timeZone={eventZone(fields)}
            onChange={(closesAt) => set('registration', { ...registration, closesAt })}
          />
        </>
      )}
    </>
  );
}

/** Suggests the departments already in use. */
function DepartmentControl({ label, fields, set }: ControlProps) {
  const id = useId();
  const { data: departments = [] } = useQuery(departmentsQuery());
  return (
    <OwnDepartment label={label} value={fields.department} onChange={(value) => set('department', value)}>
      <Field id={id} label={label}>
        <input
          id={id}
          className={styles.control}
          list={`${id}-list`}
          value={fields.department ?? ''}
          maxLength={MAX_DEPARTMENT}
          autoComplete="off"
          onChange={(event) => set('department', orNull(event.target.value))}
        />
        <datalist id={`${id}-list`}>
          {departments.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </datalist>
      </Field>
    </OwnDepartment>
  );
}

function PathControl({ label, fields, set }: ControlProps) {
  const options = contentPagePaths.map((value) => ({ value, label: value }));
  return (
    <Select<ContentPagePath | ''>
      label={label}
      value={fields.path ?? ''}
      options={fields.path === null ? [{ value: '', label: t('studio.choosePath') }, ...options] : options}
      onChange={(value) => set('path', value === '' ? null : value)}
    />
  );
}

/** The controls that forms name; some are loaded when they are first needed. */
export const ownControls: Record<ItemControl, ComponentType<ControlProps>> = {
  description: ({ label, help, fields, set }) => (
    <TextArea
      label={label}
      help={help}
      value={fields.description}
      rows={3}
      count={{ typed: fields.description.length, max: MAX_DESCRIPTION }}
      onChange={(value) => set('description', value.slice(0, MAX_DESCRIPTION))}
    />
  ),
  categories: ({ label, fields, set }) => (
    <CategoriesField label={label} values={fields.categories} onChange={(value) => set('categories', value)} />
  ),
  picture: ({ label, fields, set }) => (
    <PictureField label={label} image={fields.image} onChange={(value) => set('image', value)} />
  ),
  ownDepartment: (props) => (
    <OwnDepartment
      label={props.label}
      value={props.fields.authorDepartment}
      onChange={(value) => props.set('authorDepartment', value)}
    >
      <PlainField {...props} />
    </OwnDepartment>
  ),
  department: DepartmentControl,
  audience: ({ label, fields: { audience, audienceRule }, itemId, onChange }) => (
    <AudienceField label={label} audience={{ audience, audienceRule }} itemId={itemId} onChange={onChange} />
  ),
  timeZone: TimeZoneControl,
  joinLink: JoinLinkControl,
  registration: Registration,
  credits: CreditsControl,
  file: ({ label, fields, itemId, set }) => (
    <DocumentFileField label={label} file={fields.file} itemId={itemId} onChange={(file) => set('file', file)} />
  ),
  path: PathControl,
  home: HomeControl,
};

interface OwnDepartmentProps {
  label: string;
  value: string | null;
  onChange: (value: string | null) => void;
  /** The field for people who write for all departments. */
  children: ReactNode;
}

/**
 * The department of an item. People who write only for some departments choose one of those, so that they can't lose
 * access.
 */
function OwnDepartment({ label, value, onChange, children }: OwnDepartmentProps) {
  const { data } = useQuery({ ...accessQuery(), throwOnError: false });
  const own = data?.departments ?? null;
  if (own === null) return children;
  const names = value === null || own.includes(value) ? own : [value, ...own];
  const options = names.map((name) => ({ value: name, label: name }));
  return (
    <Select
      label={label}
      value={value ?? ''}
      options={value === null ? [{ value: '', label: '—' }, ...options] : options}
      onChange={(name) => onChange(name === '' ? null : name)}
    />
  );
}
