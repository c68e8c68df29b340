import type { CallResult } from '@portico/contracts/endpoint';
import type { getDeskEntry } from '@portico/contracts/studio/formsDesk';
import { Banner } from '@portico/ui/Banner';
import { Button } from '@portico/ui/Button';
import { lazyInBackground } from '@portico/ui/lazyInBackground';
import { Select } from '@portico/ui/Select';
import { Skeleton, SkeletonGroup } from '@portico/ui/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { EntryValues } from '../../features/forms/EntryValues.tsx';
import { MetaLine } from '../../kit/MetaLine.tsx';
import { PageHeading } from '../../kit/PageHeading.tsx';
import { PortalLink, PortalLinkButton } from '../../kit/PortalLink.tsx';
import { t } from '../../locale/text.ts';
import page from '../StudioPage.module.css';
import { deskHref } from './deskAddress.ts';
import { DueLabel } from './DueLabel.tsx';
import { EntryHistory } from './EntryHistory.tsx';
import { choosableStates, senderLabel, stateTexts, whenLabel } from './entryLabels.ts';
import { EntryNotes } from './EntryNotes.tsx';
import { colleaguesQuery, deskEntryQuery } from './formsDesk.queries.ts';
import styles from './formsDesk.module.css';
import { useEntryChange } from './useEntryChange.ts';

const ReturnDialog = lazyInBackground(async () => ({ default: (await import('./ReturnDialog.tsx')).ReturnDialog }));

type Entry = CallResult<typeof getDeskEntry>;

/** One entry: its answers, and what colleagues do about it. */
export function EntryView({ formId, entryId, backHref }: { formId: string; entryId: string; backHref: string }) {
  const { data: entry } = useQuery(deskEntryQuery(formId, entryId));
  return (
    <div className={page.page}>
      <div className={styles.fields}>
        <PageHeading
          title={entry ? t('formsDesk.entryTitle', { name: senderLabel(entry) }) : t('shared.entriesTitle')}
        />
        {entry && (
          <MetaLine>
            <span>{entry.form.title}</span>
            <time dateTime={entry.receivedAt}>{whenLabel(entry.receivedAt)}</time>
            {entry.correctedAt !== null && (
              <span>{t('formsDesk.correctedAt', { when: whenLabel(entry.correctedAt) })}</span>
            )}
            {entry.sentBy !== null && <span>{t('formsDesk.sentBy', { name: entry.sentBy })}</span>}
            {entry.person.email !== null && <span>{entry.person.email}</span>}
            <span>
              {t('formsDesk.reference')} <code>{entry.id.slice(0, 8)}</code>
            </span>
            <span>{t('formsDesk.version', { version: entry.formVersion })}</span>
            {entry.formVersion < entry.newestVersion && (
              <PortalLink
                href={deskHref(formId, {}, { view: 'versions', from: entry.formVersion, to: entry.newestVersion })}
              >
                {t('formsDesk.changedSince')}
              </PortalLink>
            )}
          </MetaLine>
        )}
      </div>
      <p data-print="hidden">
        <PortalLinkButton href={backHref}>{t('formsDesk.back')}</PortalLinkButton>
      </p>
      {!entry && (
        <SkeletonGroup label={t('formsDesk.loadingEntry')}>
          <Skeleton shape="box" height="24rem" />
        </SkeletonGroup>
      )}
      {entry && (
        <>
          <Work formId={formId} entry={entry} />
          {entry.returned && (
            <Banner>
              <p>{t('formsDesk.waits', { when: whenLabel(entry.returned.at), name: senderLabel(entry) })}</p>
              <p dir="auto" className={styles.note}>
                {entry.returned.note}
              </p>
            </Banner>
          )}
          <section aria-labelledby="answers" className={styles.card}>
            <h2 id="answers" className={styles.subtitle}>
              {t('formsDesk.answers')}
            </h2>
            <EntryValues form={entry.form} values={entry.values} files={entry.files} />
          </section>
          {entry.earlier.toReversed().map(({ form, values, sentAt, note }) => (
            <details key={sentAt} className={styles.card}>
              <summary>{t('formsDesk.earlier', { when: whenLabel(sentAt) })}</summary>
              <p className={styles.fact}>{t('formsDesk.earlierNote')}</p>
              <p dir="auto" className={styles.note}>
                {note}
              </p>
              <EntryValues form={form} values={values} files={entry.files} />
            </details>
          ))}
          <EntryNotes formId={formId} entryId={entryId} notes={entry.notes} />
          <EntryHistory entry={entry} />
        </>
      )}
    </div>
  );
}

const NOBODY = 'Nobody';

/** State and assignee; each choice takes effect at once and can be undone. */
function Work({ formId, entry }: { formId: string; entry: Entry }) {
  const { data: colleagues } = useQuery(colleaguesQuery());
  const change = useEntryChange(formId);
  const [isPending, setIsPending] = useState(false);
  const [isReturning, setIsReturning] = useState(false);
  const { id, version, state, assignee } = entry;
  const set = async (to: Partial<{ state: Entry['state']; assigneeId: string | null }>) => {
    setIsPending(true);
    await change([{ id, version, state, assigneeId: assignee?.id ?? null, ...to }]);
    setIsPending(false);
  };
  const known = colleagues?.items ?? [];
  const people = assignee && !known.some((person) => person.id === assignee.id) ? [assignee, ...known] : known;
  return (
    <section aria-label={t('formsDesk.work')} className={styles.work} data-print="hidden">
      <Select
        label={t('formsDesk.state')}
        value={state}
        isDisabled={isPending}
        options={[...choosableStates, ...(state === 'Returned' ? [state] : [])].map((value) => ({
          value,
          label: t(stateTexts[value]),
        }))}
        onChange={(next) => void set({ state: next })}
      />
      <Select
        label={t('formsDesk.assignee')}
        value={assignee?.id ?? NOBODY}
        isDisabled={isPending}
        options={[
          { value: NOBODY, label: t('formsDesk.nobody') },
          ...people.map((person) => ({ value: person.id, label: person.name })),
        ]}
        onChange={(next) => void set({ assigneeId: next === NOBODY ? null : next })}
      />
      <DueLabel entry={entry} />
      {state !== 'Returned' && <Button onPress={() => setIsReturning(true)}>{t('formsDesk.return')}</Button>}
      {isReturning && (
        <Suspense>
          <ReturnDialog formId={formId} entry={entry} onClose={() => setIsReturning(false)} />
        </Suspense>
      )}
    </section>
  );
}
