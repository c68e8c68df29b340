import { MAX_NOTICE_DESCRIPTION, type Notice } from '@portico/contracts/notifications';
import { Banner } from '@portico/ui/Banner';
import { Button } from '@portico/ui/Button';
import { RadioList } from '@portico/ui/ChoiceList';
import { Dialog } from '@portico/ui/Dialog';
import { TextArea } from '@portico/ui/TextArea';
import { TextInput } from '@portico/ui/TextInput';
import { ToggleGroup } from '@portico/ui/ToggleGroup';
import { t } from '../../locale/text.ts';
import { audienceLabels } from './noticeDraft.ts';
import styles from './NoticeForm.module.css';
import { useNoticeDraft } from './useNoticeDraft.ts';

/** A form for a new notice. Stores the draft until it is sent, and asks before sending to everyone. */
export function NoticeForm({ onSent }: { onSent: (notice: Notice) => void }) {
  const { draft, change, problems, failure, isAsking, setIsAsking, isSending, submit, send, form, titleId } =
    useNoticeDraft(onSent);
  return (
    <form
      ref={form}
      aria-label={t('notifications.newNotice')}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSending) submit();
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
      {failure && (
        <Banner tone="danger" isLive>
          {failure}
        </Banner>
      )}
      <div>
        <Button type="submit" variant="primary" pending={isSending && !isAsking}>
          {t('notifications.send')}
        </Button>
      </div>
      <ConfirmEveryone
        title={draft.title.trim()}
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        isSending={isSending}
        onSend={() => void send()}
      />
    </form>
  );
}

interface ConfirmEveryoneProps {
  title: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  isSending: boolean;
  onSend: () => void;
}

function ConfirmEveryone({ title, isOpen, onOpenChange, isSending, onSend }: ConfirmEveryoneProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      size="small"
      title={t('notifications.sendToEveryone')}
      actions={
        <>
          <Button onPress={() => onOpenChange(false)}>{t('notifications.keepEditing')}</Button>
          <Button variant="primary" pending={isSending} onPress={onSend}>
            {t('notifications.sendIt')}
          </Button>
        </>
      }
    >
      <p>{t('notifications.everyoneGets', { title })}</p>
    </Dialog>
  );
}
