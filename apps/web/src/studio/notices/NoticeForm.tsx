import { isForEveryone } from '@portico/authoring/audience';
import { FIRST_DAY, LAST_DAY } from '@portico/contracts/days';
import type { Audience } from '@portico/kinds/audience';
import { MAX_NOTICE_DESCRIPTION, type NewNotice, type Notice } from '@portico/contracts/notifications';
import { Banner } from '@portico/ui/Banner';
import { Button } from '@portico/ui/Button';
import { RadioList } from '@portico/ui/ChoiceList';
import { DateInput } from '@portico/ui/DateInput';
import { Dialog } from '@portico/ui/Dialog';
import { focusUnfinishedDate } from '@portico/ui/focusUnfinishedDate';
import { TextArea } from '@portico/ui/TextArea';
import { TextInput } from '@portico/ui/TextInput';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../locale/text.ts';
import { AudienceField } from '../audience/AudienceField.tsx';
import { firmMomentLabel, firmTimeZone, noticeOf } from './noticeDraft.ts';
import styles from './NoticeForm.module.css';
import { NoticePreview } from './NoticePreview.tsx';
import { noticeReachQuery } from '../../features/notifications/notices.queries.ts';
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
    <div className={styles.form}>
      <form
        ref={form}
        aria-label={t(edited ? 'notifications.changeNotice' : 'notifications.newNotice')}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // Enter while choosing the audience is not meant for the notice.
          const isChoosing = event.currentTarget.querySelector('[data-audience]:focus-within') !== null;
          if (!isSending && !isChoosing && !focusUnfinishedDate(form.current)) submit();
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
            { value: 'some', label: t('notifications.somePeople') },
          ]}
        />
        {draft.reach === 'some' && (
          <div className={styles.audience} data-audience data-wrong={problems.audience !== undefined || undefined}>
            <AudienceField
              label={t('notifications.somePeople')}
              audience={draft}
              onChange={({ name, value }) => change({ [name]: value })}
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
          notice={noticeOf(draft)}
          isOpen={isAsking}
          onOpenChange={setIsAsking}
          isSending={isSending}
          onSend={() => void send()}
        />
      </form>
      <NoticePreview notice={noticeOf(draft)} />
    </div>
  );
}

interface ConfirmNoticeProps {
  notice: NewNotice & Audience;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  isSending: boolean;
  onSend: () => void;
}

/** Says who gets a notice and when, before it is sent. */
function ConfirmNotice({ notice, isOpen, onOpenChange, isSending, onSend }: ConfirmNoticeProps) {
  const { title, startsAt } = notice;
  const isScheduled = typeof startsAt === 'string';
  const everyone = isForEveryone(notice);
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
