import {
  type CheckLevel,
  type CheckRule,
  type ChosenCheck,
  optionalChecks,
  saveCheckRules,
} from '@portico/contracts/studio/studioChecks';
import { ApiError } from '@portico/client/ApiError';
import { SegmentedControl } from '@portico/ui/SegmentedControl';
import { Skeleton } from '@portico/ui/Skeleton';
import { showToast } from '@portico/ui/toasts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { PageHeading } from '../../kit/PageHeading.tsx';
import { t, type TextKey } from '../../locale/text.ts';
import { StudioNav } from '../StudioNav.tsx';
import styles from './CheckRulesPage.module.css';
import { checkRulesQuery } from './useChecks.ts';

/** What a check looks for. */
const ruleLabels: Record<ChosenCheck, TextKey> = {
  NoAlternativeText: 'studio.ruleNoAlternativeText',
  NoLicense: 'studio.ruleNoLicense',
  SkippedHeading: 'studio.ruleSkippedHeading',
  VagueLink: 'studio.ruleVagueLink',
  NoTableHeader: 'studio.ruleNoTableHeader',
  UnnamedTable: 'studio.ruleUnnamedTable',
  EmptyComponent: 'studio.ruleEmptyComponent',
  SmallPicture: 'studio.ruleSmallPicture',
  DeadLink: 'studio.ruleDeadLink',
  NoOwner: 'studio.ruleNoOwner',
  NoReviewDate: 'studio.ruleNoReviewDate',
  NoDescription: 'studio.ruleNoDescription',
  SocialSecurityNumber: 'studio.ruleSocialSecurityNumber',
  CardNumber: 'studio.ruleCardNumber',
  AccountNumber: 'studio.ruleAccountNumber',
};

/** Which checks block publication. Editors can view the rules; administrators can change them. */
export function Page() {
  const cache = useQueryClient();
  const { data: rules } = useQuery(checkRulesQuery());
  const saving = useMutation({
    mutationFn: (items: CheckRule[]) => call(saveCheckRules, { body: { items } }),
    onSuccess: (saved) => cache.setQueryData(checkRulesQuery().queryKey, saved),
    onError: (error) =>
      showToast(
        error instanceof ApiError && error.code !== 'forbidden' ? error.detail : t('studio.rulesOnlyAdministrators'),
        { type: 'error' },
      ),
  });
  const choose = (check: ChosenCheck, level: CheckLevel) => saving.mutate([{ check, level }]);
  return (
    <div className={styles.page}>
      <PageHeading title={t('studio.rules')} />
      <StudioNav current="/studio/checks" />
      <p className={styles.lead}>{t('studio.rulesLead')}</p>
      {!rules && <Skeleton shape="box" height="24rem" />}
      <ul className={styles.rules}>
        {rules?.items.map(({ check, level }) => (
          <li key={check} className={styles.rule}>
            <span>{t(ruleLabels[check])}</span>
            <SegmentedControl<CheckLevel>
              label={t(ruleLabels[check])}
              value={level}
              options={[
                ...(optionalChecks.includes(check) ? [{ value: 'Off' as const, label: t('studio.ruleOff') }] : []),
                { value: 'Warn', label: t('studio.ruleWarn') },
                { value: 'Block', label: t('studio.ruleBlock') },
              ]}
              onChange={(next) => choose(check, next)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
