import { ApiError } from '@portico/client/ApiError';
import { MAX_NOTICE_DESCRIPTION, type Notice } from '@portico/contracts/notifications';
import { Banner } from '@portico/ui/Banner';
import { Button } from '@portico/ui/Button';
import { RadioList } from '@portico/ui/ChoiceList';
import { Dialog } from '@portico/ui/Dialog';
import { TextArea } from '@portico/ui/TextArea';
import { TextInput } from '@portico/ui/TextInput';
import { ToggleGroup } from '@portico/ui/ToggleGroup';
import { useId, useRef, useState } from 'react';
import { t } from '../../locale/text.ts';
import {
  audienceLabels,
  clearNoticeDraft,
  saveNoticeDraft,
  newNoticeDraft,
  type NoticeDraft,
  type NoticeProblems,
  noticeProblems,
  readNoticeDraft,
  typesForLabels,
} from './noticeDraft.ts';
import styles from './NoticeForm.module.css';
import { sendNotice } from './notices.queries.ts';

/** A form for a new notice. Stores the draft until it is sent, and asks before sending to everyone. */
export function NoticeForm({ onSent }: { onSent: (notice: Notice) => void }) {
  const [draft, setDraft] = useState(() => readNoticeDraft() ?? newNoticeDraft());
  const [problems, setProblems] = useState<NoticeProblems>({});
  const [failure, setFailure] = useState<string>();
  const [isAsking, setIsAsking] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const titleId = useId();

  const change = (changed: Partial<NoticeDraft>) => {
    const next = { ...draft, ...changed };
    setDraft(next);
    saveNoticeDraft(next);
    // Hide a field's error while the editor fixes it.
    setProblems(
      Object.fromEntries(
        Object.entries(problems).filter(([name]) => !(name in changed) && !(name === 'audience' && 'reach' in changed)),
      ),
    );
  };
  const submit = () => {
    const found = noticeProblems(draft);
    setProblems(found ?? {});
    setFailure(undefined);
    // Wait for the render that marks the invalid fields.
    if (found)
      requestAnimationFrame(() =>
        form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-wrong] button')?.focus(),
      );
    else if (draft.reach === 'everybody') setIsAsking(true);
    else void send();
  };
  const send = async () => {
    setIsSending(true);
    try {
      const { id, title, description, link, reach, audience } = draft;
      const notice = await sendNotice({
        id,
        title: title.trim(),
        description: description.trim(),
        link: link.trim() || null,
        audience: reach === 'some' ? typesForLabels(audience) : [],
      });
      clearNoticeDraft();
      setDraft(newNoticeDraft());
      document.getElementById(titleId)?.focus();
      onSent(notice);
    } catch (error) {
      setFailure(
        t('notifications.noticeNotSent', {
          reason: error instanceof ApiError ? error.detail : t('shared.tryAgainSentence'),
        }),
      );
    } finally {
      setIsSending(false);
      setIsAsking(false);
    }
  };

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
        count={{ typed: draft.description.trim().length, most: MAX_NOTICE_DESCRIPTION }}
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
      <Dialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        size="small"
        title={t('notifications.sendToEveryone')}
        actions={
          <>
            <Button onPress={() => setIsAsking(false)}>{t('notifications.keepEditing')}</Button>
            <Button variant="primary" pending={isSending} onPress={() => void send()}>
              {t('notifications.sendIt')}
            </Button>
          </>
        }
      >
        <p>{t('notifications.everyoneGets', { title: draft.title.trim() })}</p>
      </Dialog>
    </form>
  );
}
