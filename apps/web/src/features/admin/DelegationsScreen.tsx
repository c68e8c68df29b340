import { endDelegation, giveDelegationFor } from '@portico/contracts/admin/delegations';
import type { Delegation } from '@portico/contracts/acting';
import { Button } from '@portico/ui/Button';
import { StatusLabel } from '@portico/ui/StatusLabel';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import History from 'lucide-react/icons/history';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { DelegationDialog } from '../../kit/acting/DelegationDialog.tsx';
import { scopesLabel, termLabel } from '../../kit/acting/delegationLabels.ts';
import { ConfirmButton } from '../../kit/ConfirmButton.tsx';
import { ListSearch } from '../../kit/list/ListSearch.tsx';
import type { ListTexts } from '../../kit/list/ListResults.tsx';
import { RowList } from '../../kit/list/RowList.tsx';
import rows from '../../kit/list/Rows.module.css';
import { t } from '../../locale/text.ts';
import { stringifySearch } from '../../routing/searchParams.ts';
import { delegationsQuery, type DelegationsQuery } from './admin.queries.ts';
import { useAdminAction } from './useAdminAction.ts';
import styles from './Admin.module.css';

const texts = (): ListTexts => ({
  one: t('acting.right'),
  many: t('acting.rights'),
  none: t('acting.everyNone'),
  noMatch: t('acting.everyNoMatch'),
  advice: t('acting.everyAdvice'),
  loading: t('acting.loading'),
  pages: t('acting.everyPages'),
});

/** Who may act for whom, given and ended for anybody. */
export default function DelegationsScreen() {
  const { text, page: pageParam }: Record<string, unknown> = useSearch({ strict: false });
  const query: DelegationsQuery = {
    ...(typeof text === 'string' || typeof text === 'number' ? { text: String(text) } : {}),
    ...(Number(pageParam) > 1 ? { page: String(pageParam) } : {}),
  };
  const navigate = useNavigate();
  const { data: list, isPlaceholderData } = useQuery(delegationsQuery(query));
  const [isGiving, setIsGiving] = useState(false);
  const hrefOf = (next: DelegationsQuery) => `/admin/delegates${stringifySearch(next)}`;
  const find = (typed: string) =>
    void navigate({ to: hrefOf({ text: typed || undefined }), replace: true, resetScroll: false });
  return (
    <>
      <p className={styles.lead}>{t('acting.everyLead')}</p>
      <div className={rows.tools}>
        <Button variant="primary" isDisabled={!list} onPress={() => setIsGiving(true)}>
          {t('acting.giveFor')}
        </Button>
      </div>
      <ListSearch label={t('acting.everyFind')} text={query.text ?? ''} onChange={({ text: typed }) => find(typed)} />
      <RowList<Delegation>
        texts={texts()}
        list={list}
        isStale={isPlaceholderData}
        page={Number(query.page ?? 1)}
        hrefOf={(to) => hrefOf({ ...query, page: to })}
        renderItem={(delegation) => <DelegationRow delegation={delegation} />}
        icon={<History />}
        onClear={() => find('')}
        onFirstPage={() => void navigate({ to: hrefOf({ ...query, page: undefined }) })}
        empty={query.text === undefined ? { title: t('acting.everyNone') } : undefined}
      />
      {isGiving && list && (
        <DelegationDialog
          today={list.today}
          delegation={undefined}
          isForOthers
          onSave={(body) => call(giveDelegationFor, { body })}
          onClose={() => setIsGiving(false)}
        />
      )}
    </>
  );
}

function DelegationRow({ delegation }: { delegation: Delegation }) {
  const { id, scopes, state } = delegation;
  const act = useAdminAction();
  const names = { delegate: delegation.delegate.name, person: delegation.person.name };
  return (
    <div className={rows.row}>
      <div className={rows.what}>
        <p className={rows.title}>{t('acting.pair', names)}</p>
        <p>{scopesLabel(scopes)}</p>
        <p className={rows.facts}>{termLabel(delegation)}</p>
      </div>
      {state !== 'Current' && <StatusLabel>{t(state === 'Later' ? 'acting.later' : 'acting.endedLabel')}</StatusLabel>}
      {state !== 'Ended' && (
        <ConfirmButton
          size="small"
          actionVariant="danger"
          label={t('acting.withdraw')}
          ariaLabel={t('acting.endOf', names)}
          title={t('acting.withdrawTitle')}
          text={t('acting.endText', names)}
          onConfirm={() =>
            act(() => call(endDelegation, { params: { delegationId: id } }), t('acting.endedFor', names))
          }
        />
      )}
    </div>
  );
}
