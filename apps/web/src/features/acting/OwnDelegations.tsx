import { giveDelegation, withdrawDelegation, type Delegation } from '@portico/contracts/acting';
import { ApiError } from '@portico/client/ApiError';
import { Banner } from '@portico/ui/Banner';
import { Button } from '@portico/ui/Button';
import { EmptyState } from '@portico/ui/EmptyState';
import { Skeleton, SkeletonGroup } from '@portico/ui/Skeleton';
import { StatusLabel } from '@portico/ui/StatusLabel';
import { showToast } from '@portico/ui/toasts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import History from 'lucide-react/icons/history';
import { useEffect, useState, type ReactNode } from 'react';
import { call } from '../../api/call.ts';
import { onTopic } from '../../api/liveTopics.ts';
import { DelegationDialog } from '../../kit/acting/DelegationDialog.tsx';
import { scopesLabel, termLabel } from '../../kit/acting/delegationLabels.ts';
import { ConfirmButton } from '../../kit/ConfirmButton.tsx';
import rows from '../../kit/list/Rows.module.css';
import settings from '../../kit/SettingsPage.module.css';
import { t } from '../../locale/text.ts';
import { readPage } from '../../routing/listFilters.ts';
import { delegationsQuery } from './acting.queries.ts';
import { ActLog } from './ActLog.tsx';
import { switchPerson } from '../../sign-in/switchPerson.ts';

/** Who may act for the user, for whom the user may act, and what was done for them. */
export default function OwnDelegations() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const cache = useQueryClient();
  const { data } = useQuery(delegationsQuery());
  const [editing, setEditing] = useState<Delegation | 'new'>();
  useEffect(() => onTopic('acting', () => void cache.invalidateQueries({ queryKey: ['acting'] })), [cache]);
  const withdraw = useWithdraw();
  return (
    <>
      <p className={settings.lead}>{t('acting.lead')}</p>
      {search['ended'] !== undefined && (
        <Banner tone="info" isLive>
          {t('acting.ended')}
        </Banner>
      )}
      {data === undefined ? (
        <SkeletonGroup label={t('acting.loading')} className={settings.section}>
          <Skeleton shape="box" height="4rem" />
          <Skeleton shape="box" height="4rem" />
        </SkeletonGroup>
      ) : (
        <>
          {data.people.length > 0 && (
            <section aria-labelledby="acting-others" className={settings.section}>
              <h2 id="acting-others" className={settings.subtitle}>
                {t('acting.others')}
              </h2>
              <ul aria-labelledby="acting-others" className={rows.rows}>
                {data.people.map((delegation) => (
                  <DelegationRow key={delegation.id} delegation={delegation} name={delegation.person.name}>
                    {delegation.state === 'Current' && (
                      <Button variant="primary" size="small" onPress={() => switchPerson(delegation.person.id)}>
                        {t('acting.actFor', { name: delegation.person.name })}
                      </Button>
                    )}
                    <ConfirmButton
                      size="small"
                      actionVariant="danger"
                      label={t('acting.giveBack')}
                      ariaLabel={t('acting.giveBackOf', { name: delegation.person.name })}
                      title={t('acting.giveBackTitle')}
                      text={t('acting.giveBackText', { name: delegation.person.name })}
                      onConfirm={() => withdraw(delegation, t('acting.gaveBack', { name: delegation.person.name }))}
                    />
                  </DelegationRow>
                ))}
              </ul>
            </section>
          )}
          <section aria-labelledby="acting-yours" className={settings.section}>
            <h2 id="acting-yours" className={settings.subtitle}>
              {t('acting.yours')}
            </h2>
            {data.delegates.length === 0 ? (
              <EmptyState
                headingLevel={3}
                icon={<History />}
                title={t('acting.nobody')}
                description={t('acting.nobodyAdvice')}
              />
            ) : (
              <ul aria-labelledby="acting-yours" className={rows.rows}>
                {data.delegates.map((delegation) => (
                  <DelegationRow key={delegation.id} delegation={delegation} name={delegation.delegate.name}>
                    <Button
                      size="small"
                      aria-label={t('acting.changeOf', { name: delegation.delegate.name })}
                      onPress={() => setEditing(delegation)}
                    >
                      {t('acting.change')}
                    </Button>
                    <ConfirmButton
                      size="small"
                      actionVariant="danger"
                      label={t('acting.withdraw')}
                      ariaLabel={t('acting.withdrawOf', { name: delegation.delegate.name })}
                      title={t('acting.withdrawTitle')}
                      text={t('acting.withdrawText', { name: delegation.delegate.name })}
                      onConfirm={() => withdraw(delegation, t('acting.withdrawn', { name: delegation.delegate.name }))}
                    />
                  </DelegationRow>
                ))}
              </ul>
            )}
            <div className={rows.tools}>
              <Button variant="primary" onPress={() => setEditing('new')}>
                {t('acting.add')}
              </Button>
            </div>
          </section>
          {editing !== undefined && (
            <DelegationDialog
              today={data.today}
              delegation={editing === 'new' ? undefined : editing}
              onSave={({ personId: _, ...body }) => call(giveDelegation, { body })}
              onClose={() => setEditing(undefined)}
            />
          )}
        </>
      )}
      <ActLog page={readPage(search)} />
    </>
  );
}

function DelegationRow({ delegation, name, children }: { delegation: Delegation; name: string; children: ReactNode }) {
  return (
    <li className={rows.row}>
      <div className={rows.what}>
        <p className={rows.title}>{name}</p>
        <p>{scopesLabel(delegation.scopes)}</p>
        <p className={rows.facts}>{termLabel(delegation)}</p>
      </div>
      {delegation.state === 'Later' && <StatusLabel>{t('acting.later')}</StatusLabel>}
      <div className={rows.tools}>{children}</div>
    </li>
  );
}

/** Ends a right, and resolves to whether it ended. */
function useWithdraw() {
  const cache = useQueryClient();
  return async ({ id }: Delegation, done: string): Promise<boolean> => {
    try {
      await call(withdrawDelegation, { params: { delegationId: id } });
      showToast(done, { type: 'success' });
      return true;
    } catch (error) {
      showToast(error instanceof ApiError ? error.detail : t('acting.failed'), { type: 'error' });
      return false;
    } finally {
      void cache.invalidateQueries({ queryKey: ['acting'] });
    }
  };
}
