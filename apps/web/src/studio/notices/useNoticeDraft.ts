import { ApiError } from '@portico/client/ApiError';
import { changeNotice, type Notice, sendNotice } from '@portico/contracts/notifications';
import { useId, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { t } from '../../locale/text.ts';
import {
  clearNoticeDraft,
  draftOf,
  saveNoticeDraft,
  newNoticeDraft,
  noticeOf,
  type NoticeDraft,
  type NoticeProblems,
  noticeProblems,
  readNoticeDraft,
} from './noticeDraft.ts';

/**
 * The draft of a new notice, or of changes to a scheduled one, which is stored until it is sent, with its validation
 * errors and a submit function.
 */
export function useNoticeDraft(edited: Notice | undefined, onSent: (notice: Notice) => void) {
  const [draft, setDraft] = useState(() => readNoticeDraft(edited) ?? (edited ? draftOf(edited) : newNoticeDraft()));
  const [problems, setProblems] = useState<NoticeProblems>({});
  const [failure, setFailure] = useState<string>();
  const [isAsking, setIsAsking] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const titleId = useId();

  const change = (changed: Partial<NoticeDraft>) => {
    const next = { ...draft, ...changed };
    setDraft(next);
    saveNoticeDraft(next, edited);
    // Hide a field's error while the editor fixes it.
    setProblems(
      Object.fromEntries(
        Object.entries(problems).filter(
          ([name]) => !(name in changed) && !(name === 'audience' && ('reach' in changed || 'audienceRule' in changed)),
        ),
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
        form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-wrong] select')?.focus(),
      );
    else setIsAsking(true);
  };
  const send = async () => {
    setIsSending(true);
    try {
      const { id: noticeId, ...written } = noticeOf(draft);
      const notice = edited
        ? await call(changeNotice, { params: { noticeId }, body: { ...written, version: edited.version } })
        : await call(sendNotice, { body: { id: noticeId, ...written } });
      clearNoticeDraft(edited);
      if (!edited) setDraft(newNoticeDraft());
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

  return { draft, change, problems, failure, isAsking, setIsAsking, isSending, submit, send, form, titleId };
}
