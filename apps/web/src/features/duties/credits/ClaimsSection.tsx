import { ApiError } from '@portico/client/ApiError';
import { withdrawCreditClaim, type CreditClaim } from '@portico/contracts/creditClaims';
import { Button } from '@portico/ui/Button';
import { lazyInBackground } from '@portico/ui/lazyInBackground';
import { Skeleton } from '@portico/ui/Skeleton';
import { showToast } from '@portico/ui/toasts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { call } from '../../../api/call.ts';
import { useReloadOn } from '../../../api/useReloadOn.ts';
import { ClaimFacts } from '../../../kit/credits/ClaimFacts.tsx';
import rows from '../../../kit/list/Rows.module.css';
import settings from '../../../kit/SettingsPage.module.css';
import { t } from '../../../locale/text.ts';
import { ownClaimsQuery } from '../duties.queries.ts';
import { useCreditFiles } from './useCreditFiles.ts';

const ClaimDialog = lazyInBackground(async () => ({ default: (await import('./ClaimDialog.tsx')).ClaimDialog }));

const UNDO_MS = 20_000;

/** What the reader has earned elsewhere and entered, to be checked. */
export function ClaimsSection() {
  const cache = useQueryClient();
  const { data, isError, isFetching, refetch } = useQuery(ownClaimsQuery());
  useReloadOn('todo', ownClaimsQuery());
  const files = useCreditFiles();
  /** The claim that is being corrected, or null for a new one. */
  const [open, setOpen] = useState<CreditClaim | null>();
  const refresh = () => void cache.invalidateQueries({ queryKey: ownClaimsQuery().queryKey });
  const setWithdrawn = async ({ id, title }: CreditClaim, version: number, isWithdrawn: boolean) => {
    try {
      const list = await call(withdrawCreditClaim, { params: { claimId: id }, body: { version, isWithdrawn } });
      cache.setQueryData(ownClaimsQuery().queryKey, list);
      const stored = list.items.find((one) => one.id === id)!;
      if (isWithdrawn)
        showToast(t('credits.claimWithdrawn', { title }), {
          duration: UNDO_MS,
          action: { label: t('shared.undo'), onPress: () => void setWithdrawn(stored, stored.version, false) },
        });
    } catch (error) {
      showToast(error instanceof ApiError ? error.detail : t('credits.tryAgain'), { type: 'error' });
      refresh();
    }
  };
  return (
    <section aria-labelledby="credits-claims" className={settings.section}>
      <h2 id="credits-claims">{t('credits.claims')}</h2>
      <p className={settings.lead}>{t('credits.claimsLead')}</p>
      {!data && !isError && <Skeleton shape="box" height="4rem" />}
      {!data && isError && (
        <p role="alert" className={rows.tools}>
          {t('credits.claimsFailed')}
          <Button size="small" pending={isFetching} onPress={() => void refetch()}>
            {t('duties.tryAgain')}
          </Button>
        </p>
      )}
      {data && (
        <>
          <div className={rows.tools}>
            <Button onPress={() => setOpen(null)}>{t('credits.claimEnter')}</Button>
          </div>
          {data.items.length === 0 ? (
            <p className={rows.facts}>{t('credits.claimsNone')}</p>
          ) : (
            <ul className={rows.rows} aria-label={t('credits.claims')}>
              {data.items.map((claim) => (
                <li key={claim.id} className={rows.row}>
                  <div className={rows.what}>
                    <p className={rows.title} dir="auto">
                      {claim.title}
                    </p>
                    <ClaimFacts claim={claim} />
                  </div>
                  <div className={rows.tools}>
                    <Button
                      size="small"
                      pending={files.saving === claim.file.id}
                      aria-label={t('credits.claimOpenFileOf', { title: claim.title })}
                      onPress={() => void files.saveUploaded(claim.file)}
                    >
                      {t('credits.claimOpenFile')}
                    </Button>
                    {['Waiting', 'Returned', 'Withdrawn'].includes(claim.status) && (
                      <Button
                        size="small"
                        aria-label={t('credits.claimCorrectOf', { title: claim.title })}
                        onPress={() => setOpen(claim)}
                      >
                        {t('credits.claimCorrect')}
                      </Button>
                    )}
                    {['Waiting', 'Returned'].includes(claim.status) && (
                      <Button
                        size="small"
                        aria-label={t('credits.claimWithdrawOf', { title: claim.title })}
                        onPress={() => void setWithdrawn(claim, claim.version, true)}
                      >
                        {t('credits.claimWithdraw')}
                      </Button>
                    )}
                  </div>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
      <Suspense fallback={null}>
        {open !== undefined && data && (
          <ClaimDialog
            claim={open}
            days={data}
            onSaved={(list) => cache.setQueryData(ownClaimsQuery().queryKey, list)}
            onFailed={refresh}
            onClose={() => setOpen(undefined)}
          />
        )}
      </Suspense>
    </section>
  );
}
