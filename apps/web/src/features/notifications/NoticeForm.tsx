import { emptyRule, isForEveryone } from '@portico/authoring/audience';
import { FIRST_DAY, LAST_DAY } from '@portico/contracts/days';
import { MAX_NOTICE_DESCRIPTION, type NewNotice, type Notice } from '@portico/contracts/notifications';
import { Banner } from '@portico/ui/Banner';
import { Button } from '@portico/ui/Button';
import { RadioList } from '@portico/ui/ChoiceList';
import { DateInput } from '@portico/ui/DateInput';
import { Dialog } from '@portico/ui/Dialog';
import { focusUnfinishedDate } from '@portico/ui/focusUnfinishedDate';
import { TextArea } from '@portico/ui/TextArea';
import { TextInput } from '@portico/ui/TextInput';
import { ToggleGroup } from '@portico/ui/ToggleGroup';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../locale/text.ts';
import { audienceLabels, firmMomentLabel, firmTimeZone, noticeOf } from './noticeDraft.ts';
import styles from './NoticeForm.module.css';
import { noticeReachQuery } from './notices.queries.ts';
import { useNoticeDraft } from './useNoticeDraft.ts';

interface NoticeFormProps {
  /** A scheduled notice to change; a new one without it. */
  edited?: Notice | undefined;
  onSent: (notice: Notice) => void;
  onCancel?: () => void;
}

/** A form for a new or a scheduled notice. Stores the draft until it is sent, and says first how many people get it. */
export function NoticeForm({ edited, onSent, onCancel }: NoticeFormProps) {
  const { draft, change, problems, failure, isAsking, setIsAsking, isSending, submit, send, form, titleId } =
    useNoticeDraft(edited, onSent);
  return (
    <form
      ref={form}
      aria-label={t(edited ? 'notifications.changeNotice' : 'notifications.newNotice')}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSending && !focusUnfinishedDate(form.current)) submit();
      }}
    >
      <TextInput
        id={titleId}
        label={t('notifications.noticeTitle')}
        value={draft.title}
        error={problems.title}
        isRequired
        onChange={(title) => change({ title })}
      />
      <TextArea
        label={t('notifications.noticeDescription')}
        value={draft.description}
        error={problems.description}
        rows={3}
        count={{ typed: draft.description.trim().length, max: MAX_NOTICE_DESCRIPTION }}
        onChange={(description) => change({ description })}
      />
      <TextInput
        label={t('notifications.noticeLink')}
        help={t('notifications.noticeLinkHelp')}
        value={draft.link}
        error={problems.link}
        onChange={(link) => change({ link })}
      />
      <RadioList
        label={t('notifications.audience')}
        value={draft.reach}
        onChange={(reach) => change({ reach: reach === 'some' ? 'some' : 'everybody' })}
        options={[
          { value: 'everybody', label: t('notifications.everyone') },
          { value: 'some', label: t('notifications.someTypes') },
        ]}
      />
      {draft.reach === 'some' && (
        <div className={styles.audience} data-wrong={problems.audience !== undefined || undefined}>
          <ToggleGroup
            label={t('notifications.someTypes')}
            values={draft.audience}
            onChange={(audience) => change({ audience })}
            options={audienceLabels.map((label) => ({ value: label, label }))}
          />
          {problems.audience && <p className={styles.problem}>{problems.audience}</p>}
        </div>
      )}
      <div className={styles.times}>
        <DateInput
          type="datetime-local"
          label={t('notifications.startsAt')}
          help={t('notifications.startsAtHelp', { zone: firmTimeZone() })}
          min={FIRST_DAY}
          max={LAST_DAY}
          value={draft.startsAt}
          onChange={(startsAt) => change({ startsAt })}
        />
        <DateInput
          type="datetime-local"
          label={t('notifications.endsAt')}
          help={t('notifications.endsAtHelp')}
          min={FIRST_DAY}
          max={LAST_DAY}
          value={draft.endsAt}
          error={problems.endsAt}
          onChange={(endsAt) => change({ endsAt })}
        />
      </div>
      {failure && (
        <Banner tone="danger" isLive>
          {failure}
        </Banner>
      )}
      <div className={styles.actions}>
        <Button type="submit" variant="primary" pending={isSending && !isAsking}>
          {t(edited ? 'notifications.saveChanges' : 'notifications.send')}
        </Button>
        {onCancel && <Button onPress={onCancel}>{t('notifications.cancelChanges')}</Button>}
      </div>
      <ConfirmNotice
        notice={noticeOf(draft, edited)}
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        isSending={isSending}
        onSend={() => void send()}
      />
    </form>
  );
}

interface ConfirmNoticeProps {
  notice: NewNotice;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  isSending: boolean;
  onSend: () => void;
}

/** Says who gets a notice and when, before it is sent. */
function ConfirmNotice({ notice, isOpen, onOpenChange, isSending, onSend }: ConfirmNoticeProps) {
  const { title, audience, audienceRule = emptyRule, startsAt } = notice;
  const isScheduled = typeof startsAt === 'string';
  const everyone = isForEveryone({ audience, audienceRule });
  const { data, isError } = useQuery({ ...noticeReachQuery(notice), enabled: isOpen });
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      size="small"
      title={
        isScheduled
          ? t('notifications.scheduleIt')
          : t(everyone ? 'notifications.sendToEveryone' : 'notifications.sendToSome')
      }
      actions={
        <>
          <Button onPress={() => onOpenChange(false)}>{t('notifications.keepEditing')}</Button>
          <Button variant="primary" pending={isSending} onPress={onSend}>
            {t(isScheduled ? 'notifications.schedule' : 'notifications.sendIt')}
          </Button>
        </>
      }
    >
      <p role="status">
        {isError && t('notifications.notCounted')}
        {!isError && !data && t('notifications.counting')}
        {data && t('notifications.reaches', { count: data.reached })}
      </p>
      <p>
        {isScheduled
          ? t('notifications.appearsAt', { title, moment: firmMomentLabel(startsAt) })
          : t('notifications.appearsNow', { title })}
      </p>
    </Dialog>
  );
}
