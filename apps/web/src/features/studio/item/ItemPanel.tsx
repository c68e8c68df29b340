import type { Draft, DraftFields, FieldChange, StudioKind } from '@portico/contracts/studio/draft';
import { MAX_DEPARTMENT, MAX_DESCRIPTION } from '@portico/kinds/itemParts';
import { TextArea } from '@portico/ui/TextArea';
import { TextField } from '@portico/ui/TextField';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../../locale/text.ts';
import { CategoriesField } from './CategoriesField.tsx';
import { AudienceField } from '../audience/AudienceField.tsx';
import { departmentsQuery } from '../studio.queries.ts';
import {
  DocumentFields,
  EventFields,
  HomeFields,
  PageFields,
  ResourceFields,
  type FieldsProps,
} from './KindFields.tsx';
import { InstantField } from './InstantField.tsx';
import { PictureField } from './PictureField.tsx';
import styles from './Field.module.css';
import { OwnDepartment } from './OwnDepartment.tsx';
import { ownZone } from './zonedTime.ts';

/** The settings of an item: everything except its components. */
export function ItemPanel({
  itemId,
  kind,
  fields,
  trees,
  onChange,
}: {
  itemId: string;
  kind: StudioKind;
  fields: DraftFields;
  trees: Draft['trees'];
  onChange: (change: FieldChange) => void;
}) {
  const set: FieldsProps['set'] = (name, value) => onChange({ do: 'field', name, value } as FieldChange);
  const departments = useDepartments();
  const isListed = kind !== 'page' && kind !== 'home';
  return (
    <div className={styles.group}>
      <TextArea
        label={t('studio.description')}
        help={t('studio.descriptionHelp')}
        value={fields.description}
        rows={3}
        count={{ typed: fields.description.length, max: MAX_DESCRIPTION }}
        onChange={(value) => set('description', value.slice(0, MAX_DESCRIPTION))}
      />
      {kind === 'event' && <EventFields fields={fields} trees={trees} set={set} />}
      {kind === 'resource' && <ResourceFields fields={fields} set={set} departments={departments} />}
      {kind === 'document' && <DocumentFields fields={fields} set={set} departments={departments} />}
      {kind === 'page' && <PageFields fields={fields} set={set} />}
      {kind === 'home' && <HomeFields fields={fields} set={set} />}
      {isListed && (
        <CategoriesField values={fields.categories} onChange={(categories) => set('categories', categories)} />
      )}
      {kind !== 'home' && kind !== 'document' && (
        <PictureField image={fields.image} onChange={(image) => set('image', image)} />
      )}
      <OwnDepartment
        label={t('studio.authorDepartment')}
        value={fields.authorDepartment}
        onChange={(value) => set('authorDepartment', value)}
      >
        <TextField
          label={t('studio.authorDepartment')}
          value={fields.authorDepartment ?? ''}
          maxLength={MAX_DEPARTMENT}
          onChange={(value) => set('authorDepartment', value === '' ? null : value)}
        />
      </OwnDepartment>
      <AudienceField
        audience={{ audience: fields.audience, audienceRule: fields.audienceRule }}
        itemId={itemId}
        onChange={onChange}
      />
      <InstantField
        label={t('studio.publishAt')}
        help={t('studio.publishAtHelp')}
        value={fields.publishedAt}
        timeZone={ownZone()}
        onChange={(value) => set('publishedAt', value)}
      />
      <InstantField
        label={t('studio.expireAt')}
        help={t('studio.expireAtHelp')}
        value={fields.expiresAt}
        timeZone={ownZone()}
        onChange={(value) => set('expiresAt', value)}
      />
    </div>
  );
}

/** Departments already in use, as suggestions. */
function useDepartments(): string[] {
  const { data } = useQuery(departmentsQuery());
  return (data ?? []).map(({ name }) => name);
}
