import { ApiError } from '@portico/client/ApiError';
import { StudioKind } from '@portico/contracts/studio/draft';
import { type ApprovalRule, setApprovalRules } from '@portico/contracts/studio/roles';
import { Button } from '@portico/ui/Button';
import { EmptyState } from '@portico/ui/EmptyState';
import { IconButton } from '@portico/ui/IconButton';
import { Select } from '@portico/ui/Select';
import { Skeleton } from '@portico/ui/Skeleton';
import { TextField } from '@portico/ui/TextField';
import { showToast } from '@portico/ui/toasts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import ShieldCheck from 'lucide-react/icons/shield-check';
import X from 'lucide-react/icons/x';
import { useState, type SyntheticEvent } from 'react';
import { call } from '../../api/call.ts';
import { t } from '../../locale/text.ts';
import { PageHeading } from '../../kit/PageHeading.tsx';
import { itemKindLabel } from '../kinds.ts';
import { StudioNav } from '../StudioNav.tsx';
import rows from '../../kit/list/Rows.module.css';
import page from '../StudioPage.module.css';
import { DepartmentField } from './DepartmentField.tsx';
import { rulesQuery } from '../studio.queries.ts';
import styles from './Roles.module.css';

/** The rules for what needs approval before publication, for administrators. */
export function Page() {
  const { data } = useQuery(rulesQuery());
  const cache = useQueryClient();
  const [isSaving, setIsSaving] = useState(false);
  const save = async (rules: ApprovalRule[]) => {
    setIsSaving(true);
    try {
      cache.setQueryData(rulesQuery().queryKey, await call(setApprovalRules, { body: { rules } }));
      return true;
    } catch (error) {
      showToast(error instanceof ApiError ? error.detail : t('shared.tryAgainSentence'), { type: 'error' });
      return false;
    } finally {
      setIsSaving(false);
    }
  };
  return (
    <div className={page.page}>
      <PageHeading title={t('studio.approvals')} />
      <StudioNav current="/studio/approvals" />
      <p className={styles.lead}>{t('studio.approvalsLead')}</p>
      {!data && <Skeleton shape="box" height="12rem" />}
      {data && <NewRule isSaving={isSaving} onSave={(rule) => save([...data.rules, rule])} />}
      {data?.rules.length === 0 && (
        <EmptyState
          headingLevel={2}
          icon={<ShieldCheck />}
          title={t('studio.noRules')}
          description={t('studio.noRulesHelp')}
        />
      )}
      {data && data.rules.length > 0 && (
        <ul className={rows.rows} aria-label={t('studio.approvals')}>
          {data.rules.map((rule) => (
            <li key={`${rule.scope} ${rule.value}`} className={styles.rule}>
              {ruleLabel(rule)}
              <IconButton
                label={t('studio.removeRule', { rule: ruleLabel(rule) })}
                icon={<X />}
                isDisabled={isSaving}
                onPress={() => void save(data.rules.filter((each) => each !== rule))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function ruleLabel({ scope, value }: ApprovalRule): string {
  if (scope === 'kind') return t('studio.ruleKind', { kind: itemKindLabel(value) });
  return scope === 'department' ? t('studio.ruleDepartment', { name: value }) : t('studio.ruleLabel', { name: value });
}

const kinds = Object.values(StudioKind.def.entries);

/** A form that adds a rule. */
function NewRule({ isSaving, onSave }: { isSaving: boolean; onSave: (rule: ApprovalRule) => Promise<boolean> }) {
  const [scope, setScope] = useState<ApprovalRule['scope']>('label');
  const [kind, setKind] = useState<StudioKind>('news');
  const [name, setName] = useState('');
  const isNamed = scope === 'kind' || name.trim() !== '';
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (!isNamed) return;
    if (await onSave(scope === 'kind' ? { scope, value: kind } : { scope, value: name.trim() })) setName('');
  };
  return (
    <form className={styles.newGrant} onSubmit={(event) => void submit(event)} aria-label={t('studio.newRule')}>
      <Select<ApprovalRule['scope']>
        label={t('studio.ruleScope')}
        value={scope}
        options={[
          { value: 'label', label: t('studio.scopeLabel') },
          { value: 'department', label: t('studio.scopeDepartment') },
          { value: 'kind', label: t('studio.scopeKind') },
        ]}
        onChange={setScope}
      />
      {scope === 'kind' && (
        <Select<StudioKind>
          label={t('studio.kind')}
          value={kind}
          options={kinds.map((value) => ({ value, label: itemKindLabel(value) }))}
          onChange={setKind}
        />
      )}
      {scope === 'department' && <DepartmentField label={t('studio.department')} value={name} onChange={setName} />}
      {scope === 'label' && (
        <TextField label={t('studio.ruleLabelName')} value={name} maxLength={80} onChange={setName} />
      )}
      <div className={styles.buttons}>
        <Button type="submit" variant="primary" pending={isSaving} isDisabled={!isNamed}>
          {t('studio.addRule')}
        </Button>
      </div>
    </form>
  );
}
