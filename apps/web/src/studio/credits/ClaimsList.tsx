import { creditFilePath, ClaimStatus } from '@portico/contracts/creditClaims';
import {
  claimsExportPath,
  decideCreditClaim,
  type ClaimDecision,
  type PersonClaim,
} from '@portico/contracts/studio/creditClaims';
import { ActionMenu } from '@portico/ui/ActionMenu';
import { Button } from '@portico/ui/Button';
import { lazyInBackground } from '@portico/ui/lazyInBackground';
import { Select } from '@portico/ui/Select';
import { showToast } from '@portico/ui/toasts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import Award from 'lucide-react/icons/award';
import { Suspense, useState } from 'react';
import { call } from '../../api/call.ts';
import { ClaimFacts } from '../../kit/credits/ClaimFacts.tsx';
import type { ListTexts } from '../../kit/list/ListResults.tsx';
import { ListSearch } from '../../kit/list/ListSearch.tsx';
import { RowList } from '../../kit/list/RowList.tsx';
import rows from '../../kit/list/Rows.module.css';
import { PortalLink } from '../../kit/PortalLink.tsx';
import settings from '../../kit/SettingsPage.module.css';
import { t } from '../../locale/text.ts';
import { readPage } from '../../routing/listFilters.ts';
import { stringifySearch } from '../../routing/searchParams.ts';
import { studioKey } from '../studio.queries.ts';
import { claimsQuery, personCreditsHref, type ClaimsQuery } from './credits.queries.ts';
import { problemOf } from './problemOf.ts';
import { useCreditsExport } from './useCreditsExport.ts';

const ReasonDialog = lazyInBackground(async () => ({ default: (await import('./ReasonDialog.tsx')).ReasonDialog }));

const PATH = '/studio/credits';
const UNDO_MS = 20_000;

const listTexts = (): ListTexts => ({
  one: t('credits.claimOne'),
  many: t('credits.claimMany'),
  none: t('credits.claimsNobody'),
  noMatch: t('credits.claimsNoMatch'),
  advice: t('credits.noMatchAdvice'),
  loading: t('credits.claimsLoadingAll'),
  pages: t('credits.claimsPages'),
});

const doneLabel = (decision: ClaimDecision, facts: { title: string; name: string }): string =>
  ({
    Accepted: t('credits.claimAccepted', facts),
    Returned: t('credits.claimReturned', facts),
    Rejected: t('credits.claimRejected', facts),
    Waiting: t('credits.claimTakenBack', facts),
  })[decision];

function readQuery(search: Record<string, unknown>): ClaimsQuery {
  const status = ClaimStatus.safeParse(search['status']).data;
  const number = readPage(search);
  return {
    ...(status ? { status } : {}),
    ...(typeof search['text'] === 'string' ? { text: search['text'] } : {}),
    ...(number > 1 ? { page: String(number) } : {}),
  };
}

/** Credits that people have earned elsewhere, to accept, return or reject. */
export function ClaimsList() {
  const query = readQuery(useSearch({ strict: false }));
  const navigate = useNavigate();
  const cache = useQueryClient();
  const { data: list, isPlaceholderData } = useQuery(claimsQuery(query));
  /** The claim that is being returned or rejected. */
  const [open, setOpen] = useState<{ claim: PersonClaim; decision: 'Returned' | 'Rejected' }>();
  const [deciding, setDeciding] = useState<string>();
  const save = useCreditsExport();
  const { page: number = '1', ...filters } = query;
  const hrefOf = (next: Partial<Record<keyof ClaimsQuery, unknown>>) =>
    `${PATH}${stringifySearch({ view: 'claims', ...filters, ...next })}`;
  const exported = (format: 'csv' | 'xlsx') =>
    void save(claimsExportPath(format, stringifySearch(filters)), `earned-elsewhere.${format}`);
  const refresh = () => void cache.invalidateQueries({ queryKey: studioKey });

  /** Throws if it fails. */
  const decide = async (claim: PersonClaim, decision: ClaimDecision, reason: string) => {
    const { id, version, title, person } = claim;
    const stored = await call(decideCreditClaim, { params: { claimId: id }, body: { version, decision, reason } });
    showToast(doneLabel(decision, { title, name: person.name }), {
      duration: UNDO_MS,
      ...(decision === 'Waiting'
        ? {}
        : { action: { label: t('shared.undo'), onPress: () => void decideNow(stored, 'Waiting') } }),
    });
  };
  const decideNow = async (claim: PersonClaim, decision: ClaimDecision) => {
    setDeciding(claim.id);
    try {
      await decide(claim, decision, '');
    } catch (error) {
      showToast(problemOf(error), { type: 'error' });
    }
    setDeciding(undefined);
    refresh();
  };
  const { counts } = list ?? {};
  const all = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
  const statuses = [
    ['', t('credits.claimsAll')],
    ['Waiting', t('credits.claimsToCheck')],
    ['Accepted', t('credits.statusAccepted')],
    ['Returned', t('credits.statusReturned')],
    ['Rejected', t('credits.statusRejected')],
    ['Withdrawn', t('credits.statusWithdrawn')],
  ] as const;
  return (
    <>
      <p className={settings.lead}>{t('credits.claimsStudioLead')}</p>
      <div className={rows.filters}>
        <Select<string>
          label={t('credits.claimStatuses')}
          value={query.status ?? ''}
          options={statuses.map(([status, label]) => ({
            value: status,
            label: t('credits.claimStatusOf', { label, number: (status === '' ? all : counts?.[status]) ?? 0 }),
          }))}
          onChange={(status) =>
            void navigate({ to: hrefOf({ status: status || undefined }), replace: true, resetScroll: false })
          }
        />
        <ListSearch
          label={t('credits.findPeople')}
          text={query.text ?? ''}
          onChange={({ text }) =>
            void navigate({ to: hrefOf({ text: text || undefined }), replace: true, resetScroll: false })
          }
        />
        <ActionMenu
          label={t('credits.more')}
          actions={[
            { label: t('credits.excel'), onAction: () => exported('xlsx') },
            { label: t('credits.csv'), onAction: () => exported('csv') },
          ]}
        />
      </div>
      <RowList<PersonClaim>
        texts={listTexts()}
        list={list}
        isStale={isPlaceholderData}
        page={Number(number)}
        hrefOf={(to) => hrefOf({ page: to })}
        renderItem={(claim) => (
          <ClaimRow
            claim={claim}
            isPending={deciding === claim.id}
            onDecide={(decision) =>
              decision === 'Returned' || decision === 'Rejected'
                ? setOpen({ claim, decision })
                : void decideNow(claim, decision)
            }
            onFile={() => void save(creditFilePath(claim.file.id), claim.file.fileName)}
          />
        )}
        rowHeight="6rem"
        isDense
        icon={<Award />}
        onClear={() => void navigate({ to: `${PATH}?view=claims` })}
        empty={
          Object.keys(filters).length > 0
            ? undefined
            : { title: t('credits.claimsNobody'), description: t('credits.claimsNobodyAdvice') }
        }
      />
      <Suspense fallback={null}>
        {open && (
          <ReasonDialog
            {...open}
            onSend={(reason) => decide(open.claim, open.decision, reason)}
            onSettled={refresh}
            onClose={() => setOpen(undefined)}
          />
        )}
      </Suspense>
    </>
  );
}

interface ClaimRowProps {
  claim: PersonClaim;
  isPending: boolean;
  onDecide: (decision: ClaimDecision) => void;
  onFile: () => void;
}

function ClaimRow({ claim, isPending, onDecide, onFile }: ClaimRowProps) {
  const { title, person, status, mayDecide } = claim;
  const facts = { title, name: person.name };
  return (
    <div className={rows.row}>
      <div className={rows.what}>
        <p className={rows.title}>
          <PortalLink href={personCreditsHref(person.id)}>{person.name}</PortalLink>
        </p>
        <p dir="auto">{title}</p>
        <ClaimFacts claim={claim} />
      </div>
      <div className={rows.tools}>
        <Button size="small" aria-label={t('credits.claimOpenFileOf', { title })} onPress={onFile}>
          {t('credits.claimOpenFile')}
        </Button>
        {!mayDecide && <span className={rows.facts}>{t('credits.claimOwn')}</span>}
        {mayDecide && status === 'Waiting' && (
          <>
            <Button
              size="small"
              variant="primary"
              pending={isPending}
              aria-label={t('credits.claimAcceptOf', facts)}
              onPress={() => onDecide('Accepted')}
            >
              {t('credits.claimAccept')}
            </Button>
            <Button size="small" aria-label={t('credits.claimReturnOf', facts)} onPress={() => onDecide('Returned')}>
              {t('credits.claimReturn')}
            </Button>
            <Button size="small" aria-label={t('credits.claimRejectOf', facts)} onPress={() => onDecide('Rejected')}>
              {t('credits.claimReject')}
            </Button>
          </>
        )}
        {mayDecide && ['Accepted', 'Returned', 'Rejected'].includes(status) && (
          <Button
            size="small"
            pending={isPending}
            aria-label={t('credits.claimTakeBackOf', facts)}
            onPress={() => onDecide('Waiting')}
          >
            {t('credits.claimTakeBack')}
          </Button>
        )}
      </div>
    </div>
  );
}
