import type { CallResult } from '@portico/contracts/endpoint';
import { MAX_RETURN_NOTE, returnDeskEntry, type getDeskEntry } from '@portico/contracts/studio/formsDesk';
import { cleanText } from '@portico/kinds/typedText';
import { Button } from '@portico/ui/Button';
import { Dialog } from '@portico/ui/Dialog';
import { TextArea } from '@portico/ui/TextArea';
import { showToast } from '@portico/ui/toasts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod/mini';
import { call } from '../../api/call.ts';
import { t } from '../../locale/text.ts';
import { personalStorage } from '../../sign-in/personalStorage.ts';
import { reasonOf } from '../reasonOf.ts';
import { senderLabel } from './entryLabels.ts';
import { refetchEntries } from './formsDesk.queries.ts';
import styles from './formsDesk.module.css';

interface ReturnDialogProps {
  formId: string;
  entry: CallResult<typeof getDeskEntry>;
  onClose: () => void;
}

/** Sends an entry back with what to change. This browser keeps the text until it is sent. */
export function ReturnDialog({ formId, entry, onClose }: ReturnDialogProps) {
  const stored = `entry-return.${entry.id}`;
  const name = senderLabel(entry);
  const cache = useQueryClient();
  const [id] = useState(() => crypto.randomUUID());
  const [text, setText] = useState(() => z.string().safeParse(personalStorage.read(stored)).data ?? '');
  const [problem, setProblem] = useState<string>();
  const [pending, setPending] = useState(false);
  const write = (next: string) => {
    setText(next);
    setProblem(undefined);
    personalStorage.write(stored, next);
  };
  const send = async () => {
    if (cleanText(text) === '') return setProblem(t('formsDesk.returnEmpty'));
    if (text.trim().length > MAX_RETURN_NOTE) return setProblem(t('formsDesk.noteTooLong', { max: MAX_RETURN_NOTE }));
    setPending(true);
    try {
      const body = { id, version: entry.version, text };
      await call(returnDeskEntry, { params: { formId, entryId: entry.id }, body });
      personalStorage.remove(stored);
      showToast(t('formsDesk.saidReturned', { name }), { type: 'success' });
      onClose();
    } catch (error) {
      setProblem(reasonOf(error));
      setPending(false);
    } finally {
      void refetchEntries(cache);
    }
  };
  return (
    <Dialog
      isOpen
      isDismissable={false}
      onOpenChange={onClose}
      title={t('formsDesk.returnTitle', { name })}
      actions={
        <>
          <Button variant="primary" pending={pending} onPress={() => void send()}>
            {t('formsDesk.returnNow')}
          </Button>
          <Button onPress={onClose}>{t('shared.cancel')}</Button>
        </>
      }
    >
      <div className={styles.fields}>
        <p>{t('formsDesk.returnSure', { name })}</p>
        <TextArea label={t('formsDesk.returnText')} rows={4} isRequired value={text} error={problem} onChange={write} />
      </div>
    </Dialog>
  );
}
