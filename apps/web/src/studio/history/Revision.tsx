import { Select } from '@portico/ui/Select';
import { Skeleton } from '@portico/ui/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../locale/text.ts';
import { LoadError } from '../LoadError.tsx';
import type { DraftSession } from '../session/draftSession.ts';
import type { SessionState } from '../session/sessionState.ts';
import { revisionQuery } from '../studio.queries.ts';
import { Comparison } from './Comparison.tsx';
import styles from './HistoryPanel.module.css';
import { RestoreForm } from './RestoreForm.tsx';

interface RevisionProps {
  session: DraftSession;
  state: SessionState;
  number: number;
  /** Numbers of the versions to compare with. */
  numbers: number[];
}

/** A version compared with the current draft or another version. */
export function Revision({ session, state, number, numbers }: RevisionProps) {
  const [other, setOther] = useState('now');
  const compared = useQuery({
    ...revisionQuery(state.item.id, other === 'now' ? number : Number(other)),
    throwOnError: false,
  });
  const { data, error, isFetching, refetch } = useQuery({
    ...revisionQuery(state.item.id, number),
    throwOnError: false,
  });
  if (!data && error)
    return <LoadError title={t('studio.notLoaded')} error={error} onRetry={refetch} isRetrying={isFetching} />;
  if (!data) return <Skeleton shape="box" height="6rem" />;
  return (
    <div className={styles.compared}>
      <Select
        label={t('releases.compareWith')}
        value={other}
        options={[
          { value: 'now', label: t('releases.writtenNow') },
          ...numbers
            .filter((one) => one !== number)
            .map((one) => ({ value: String(one), label: t('studio.revision', { number: one }) })),
        ]}
        onChange={setOther}
      />
      {(other === 'now' || compared.data) && (
        <Comparison before={data.draft} after={other === 'now' ? state.view : compared.data!.draft} />
      )}
      {state.item.allowed.includes('write') && (
        <RestoreForm session={session} state={state} number={number} draft={data.draft} />
      )}
    </div>
  );
}
