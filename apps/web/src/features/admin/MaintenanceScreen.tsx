import { FIRST_DAY, LAST_DAY } from '@portico/contracts/days';
import {
  type Maintenance,
  MAX_NOTICE_LENGTH,
  removeMaintenanceNotice,
  setMaintenanceNotice,
  setReadOnly,
} from '@portico/contracts/maintenance';
import { hasVisibleText } from '@portico/kinds/typedText';
import { Button } from '@portico/ui/Button';
import { DateInput } from '@portico/ui/DateInput';
import { focusUnfinishedDate } from '@portico/ui/focusUnfinishedDate';
import { Skeleton, SkeletonGroup } from '@portico/ui/Skeleton';
import { StatusLabel } from '@portico/ui/StatusLabel';
import { TextArea } from '@portico/ui/TextArea';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type SyntheticEvent } from 'react';
import { call } from '../../api/call.ts';
import { maintenanceQuery } from '../../frame/banners/maintenance.queries.ts';
import { t } from '../../locale/text.ts';
import { momentLabel } from './adminLabels.ts';
import { ConfirmButton } from '../../kit/ConfirmButton.tsx';
import { useAdminAction } from './useAdminAction.ts';
import rows from '../../kit/list/Rows.module.css';
import styles from './Admin.module.css';

/** The maintenance notice that everyone sees, and read-only mode. */
export function MaintenanceScreen() {
  const { data } = useQuery({ ...maintenanceQuery(), throwOnError: true, staleTime: 0 });
  const cache = useQueryClient();
  const act = useAdminAction();
  const save = (change: () => Promise<Maintenance>, done: string) =>
    act(async () => cache.setQueryData(maintenanceQuery().queryKey, await change()), done);
  if (!data)
    return (
      <SkeletonGroup label={t('admin.loadingMaintenance')} className={styles.section}>
        <Skeleton shape="box" height="16rem" />
        <Skeleton shape="box" height="10rem" />
      </SkeletonGroup>
    );
  return (
    <>
      <NoticeForm key={data.notice?.id} maintenance={data} onSave={save} />
      <ReadOnlyForm key={String(data.isReadOnly)} maintenance={data} onSave={save} />
    </>
  );
}

interface FormProps {
  maintenance: Maintenance;
  onSave: (change: () => Promise<Maintenance>, done: string) => Promise<boolean>;
}

function NoticeForm({ maintenance: { notice }, onSave }: FormProps) {
  const [text, setText] = useState(notice?.text ?? '');
  const [from, setFrom] = useState(toLocalMoment(notice?.from ?? null));
  const [until, setUntil] = useState(toLocalMoment(notice?.until ?? null));
  const [pending, setPending] = useState(false);
  const isTooLong = text.trim().length > MAX_NOTICE_LENGTH;
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const start = fromLocalMoment(from) ?? new Date().toISOString();
    setPending(true);
    await onSave(
      () => call(setMaintenanceNotice, { body: { text: text.trim(), from: start, until: fromLocalMoment(until) } }),
      t('admin.noticeSaved'),
    );
    setPending(false);
  };
  return (
    <section aria-labelledby="notice" className={styles.section}>
      <h2 id="notice" className={styles.subtitle}>
        {t('admin.notice')}
      </h2>
      <p className={styles.lead}>{notice === null ? t('admin.noNotice') : t('admin.noticeLead')}</p>
      <form className={styles.form} aria-labelledby="notice" onSubmit={(event) => void submit(event)}>
        <TextArea
          label={t('admin.noticeText')}
          value={text}
          rows={2}
          count={{ typed: text.trim().length, max: MAX_NOTICE_LENGTH }}
          error={isTooLong ? t('admin.noticeTooLong') : undefined}
          onChange={setText}
        />
        <div className={rows.filters}>
          <MomentInput label={t('admin.noticeFrom')} help={t('admin.noticeFromHelp')} value={from} onChange={setFrom} />
          <MomentInput
            label={t('admin.noticeUntil')}
            help={t('admin.noticeUntilHelp')}
            value={until}
            onChange={setUntil}
          />
        </div>
        <div className={rows.tools}>
          <Button type="submit" variant="primary" pending={pending} isDisabled={!hasVisibleText(text) || isTooLong}>
            {t('admin.showNotice')}
          </Button>
          {notice !== null && (
            <Button onPress={() => void onSave(() => call(removeMaintenanceNotice, {}), t('admin.noticeRemoved'))}>
              {t('admin.removeNotice')}
            </Button>
          )}
        </div>
      </form>
    </section>
  );
}

function ReadOnlyForm({ maintenance: { isReadOnly, readOnlyUntil }, onSave }: FormProps) {
  const [until, setUntil] = useState('');
  const section = useRef<HTMLElement>(null);
  return (
    <section ref={section} aria-labelledby="read-only" className={styles.section}>
      <h2 id="read-only" className={styles.subtitle}>
        {t('admin.readOnly')}
      </h2>
      <p className={styles.lead}>{t('admin.readOnlyLead')}</p>
      <div className={styles.form}>
        <StatusLabel tone={isReadOnly ? 'warning' : 'neutral'}>
          {isReadOnly ? t('admin.readOnlyOn') : t('admin.readOnlyOff')}
        </StatusLabel>
        {readOnlyUntil !== null && <p>{t('admin.readOnlyUntil', { moment: momentLabel(readOnlyUntil) })}</p>}
        {!isReadOnly && (
          <MomentInput
            label={t('admin.expectedEnd')}
            help={t('admin.expectedEndHelp')}
            value={until}
            onChange={setUntil}
          />
        )}
        <div className={rows.tools}>
          {isReadOnly ? (
            <Button
              variant="primary"
              onPress={() =>
                void onSave(
                  () => call(setReadOnly, { body: { isReadOnly: false, until: null } }),
                  t('admin.readOnlyEnded'),
                )
              }
            >
              {t('admin.endReadOnly')}
            </Button>
          ) : (
            <ConfirmButton
              size="small"
              actionVariant="danger"
              label={t('admin.beginReadOnly')}
              title={t('admin.beginReadOnlyTitle')}
              text={t('admin.beginReadOnlyText')}
              isReady={() => !focusUnfinishedDate(section.current)}
              onConfirm={() =>
                onSave(
                  () => call(setReadOnly, { body: { isReadOnly: true, until: fromLocalMoment(until) } }),
                  t('admin.readOnlyBegan'),
                )
              }
            />
          )}
        </div>
      </div>
    </section>
  );
}

interface MomentInputProps {
  label: string;
  help: string;
  value: string;
  onChange: (value: string) => void;
}

function MomentInput(props: MomentInputProps) {
  return <DateInput type="datetime-local" min={FIRST_DAY} max={LAST_DAY} {...props} />;
}

/** The reader's local time at an instant, as the value of a `datetime-local` field: `2026-12-03T09:30`. */
function toLocalMoment(instant: string | null): string {
  if (instant === null) return '';
  const date = new Date(instant);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The instant of such a value; null for an empty or unfinished one. */
function fromLocalMoment(value: string): string | null {
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
