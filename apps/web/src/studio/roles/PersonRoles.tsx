import { ApiError } from '@portico/client/ApiError';
import {
  setStudioGrants,
  type StudioColleague,
  type StudioGrant,
  type StudioRole,
  studioRoles,
} from '@portico/contracts/studio/roles';
import { Button } from '@portico/ui/Button';
import { IconButton } from '@portico/ui/IconButton';
import { Select } from '@portico/ui/Select';
import { showToast } from '@portico/ui/toasts';
import X from 'lucide-react/icons/x';
import { useState, type SyntheticEvent } from 'react';
import { call } from '../../api/call.ts';
import { t } from '../../locale/text.ts';
import field from '../controls/Field.module.css';
import rows from '../../kit/list/Rows.module.css';
import { DepartmentField } from './DepartmentField.tsx';
import styles from './Roles.module.css';

const roleLabel = (role: StudioRole): string =>
  ({
    author: t('studio.roleAuthor'),
    editor: t('studio.roleEditor'),
    approver: t('studio.roleApprover'),
    administrator: t('studio.roleAdministrator'),
    compliance: t('studio.roleCompliance'),
  })[role];

/** A role with its department. */
const grantLabel = ({ role, department }: StudioGrant): string =>
  department === null ? roleLabel(role) : t('studio.roleOf', { role: roleLabel(role), department });

/** A person with their roles: those from the identity provider, and those granted and revoked here. */
export function PersonRoles({
  person,
  onSaved,
}: {
  person: StudioColleague;
  onSaved: (person: StudioColleague) => void;
}) {
  const [isAdding, setIsAdding] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  const save = async (grants: StudioGrant[]) => {
    setIsSaving(true);
    try {
      onSaved(await call(setStudioGrants, { params: { userId: person.id }, body: { grants } }));
      setIsAdding(false);
    } catch (error) {
      showToast(error instanceof ApiError ? error.detail : t('shared.tryAgainSentence'), { type: 'error' });
    } finally {
      setIsSaving(false);
    }
  };
  const { name, email, fromProvider, given } = person;
  return (
    <div className={rows.row}>
      <div className={rows.what}>
        <p className={rows.title}>{name}</p>
        {email !== null && email !== name && <p className={rows.facts}>{email}</p>}
        <ul className={`${field.tags} ${styles.roles}`} aria-label={t('studio.rolesOf', { name })}>
          {fromProvider.map((grant, index) => (
            <li key={index} className={styles.provided}>
              {t('studio.fromProvider', { role: grantLabel(grant) })}
            </li>
          ))}
          {given.map((grant, index) => (
            <li key={index} className={field.tag}>
              {grantLabel(grant)}
              <IconButton
                size="small"
                hasTooltip={false}
                label={t('studio.takeRole', { role: grantLabel(grant), name })}
                icon={<X aria-hidden="true" />}
                isDisabled={isSaving}
                onPress={() => void save(given.filter((each) => each !== grant))}
              />
            </li>
          ))}
        </ul>
        {isAdding && (
          <NewGrant
            isSaving={isSaving}
            onSave={(grant) => void save([...given, grant])}
            onCancel={() => setIsAdding(false)}
          />
        )}
      </div>
      {!isAdding && (
        <Button size="small" aria-label={t('studio.giveRoleTo', { name })} onPress={() => setIsAdding(true)}>
          {t('studio.giveRole')}
        </Button>
      )}
    </div>
  );
}

interface NewGrantProps {
  isSaving: boolean;
  onSave: (grant: StudioGrant) => void;
  onCancel: () => void;
}

function NewGrant({ isSaving, onSave, onCancel }: NewGrantProps) {
  const [role, setRole] = useState<StudioRole>('author');
  const [department, setDepartment] = useState('');
  const isForAll = role === 'compliance';
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    onSave({ role, department: isForAll || department.trim() === '' ? null : department.trim() });
  };
  return (
    <form className={styles.newGrant} onSubmit={submit}>
      <Select<StudioRole>
        label={t('studio.role')}
        value={role}
        options={studioRoles.map((value) => ({ value, label: roleLabel(value) }))}
        onChange={setRole}
      />
      {!isForAll && <DepartmentField label={t('studio.roleDepartment')} value={department} onChange={setDepartment} />}
      <div className={styles.buttons}>
        <Button type="submit" size="small" variant="primary" pending={isSaving}>
          {t('studio.giveRole')}
        </Button>
        <Button size="small" onPress={onCancel}>
          {t('shared.cancel')}
        </Button>
      </div>
    </form>
  );
}
