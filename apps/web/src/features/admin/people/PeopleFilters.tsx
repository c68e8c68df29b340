import {
  personRoles,
  type PeopleOrder,
  type PersonRole,
  type PersonState,
  type SignInPeriod,
} from '@portico/contracts/admin/people';
import { advisorTypes, type AdvisorType } from '@portico/kinds/advisorType';
import { Select } from '@portico/ui/Select';
import { advisorTypeLabel, factLabel } from '../../../kit/factLabels.ts';
import rows from '../../../kit/list/Rows.module.css';
import { t } from '../../../locale/text.ts';
import type { PeopleQuery } from '../admin.queries.ts';

interface PeopleFiltersProps {
  query: PeopleQuery;
  onChange: (query: PeopleQuery) => void;
}

export function PeopleFilters({ query, onChange }: PeopleFiltersProps) {
  return (
    <div className={rows.filters}>
      <Select<AdvisorType | ''>
        label={t('people.kind')}
        value={query.advisorType ?? ''}
        options={[
          { value: '', label: t('people.anyKind') },
          ...advisorTypes.map((value) => ({ value, label: advisorTypeLabel(value) })),
        ]}
        onChange={(next) => onChange({ ...query, advisorType: next || undefined })}
      />
      <Select<PersonRole | ''>
        label={t('people.role')}
        value={query.role ?? ''}
        options={[
          { value: '', label: t('people.anyRole') },
          ...personRoles.map((value) => ({ value, label: factLabel('role', value) })),
        ]}
        onChange={(next) => onChange({ ...query, role: next || undefined })}
      />
      <Select<PersonState | ''>
        label={t('people.state')}
        value={query.state ?? ''}
        options={[
          { value: '', label: t('people.anyState') },
          { value: 'Active', label: t('people.active') },
          { value: 'Disabled', label: t('people.disabled') },
        ]}
        onChange={(next) => onChange({ ...query, state: next || undefined })}
      />
      <Select<SignInPeriod | ''>
        label={t('people.signedIn')}
        value={query.signedIn ?? ''}
        options={[
          { value: '', label: t('people.anyTime') },
          ...(['30', '60', '90'] as const).map((value) => ({ value, label: t('people.within', { days: value }) })),
          { value: 'Never', label: t('people.never') },
        ]}
        onChange={(next) => onChange({ ...query, signedIn: next || undefined })}
      />
      <Select<PeopleOrder>
        label={t('people.sort')}
        value={query.sort ?? 'LastSignIn'}
        options={[
          { value: 'LastSignIn', label: t('people.byLastSignIn') },
          { value: 'Name', label: t('people.byName') },
        ]}
        onChange={(next) => onChange({ ...query, sort: next === 'Name' ? next : undefined })}
      />
    </div>
  );
}
