import {
  MAX_MESSAGE,
  MAX_MESSAGE_TITLE,
  RosterFilter,
  sendRosterMessage,
  type DeskEvent,
  type Recipients,
} from '@portico/contracts/studio/eventsDesk';
import { cleanText } from '@portico/kinds/typedText';
import { Button } from '@portico/ui/Button';
import { CheckboxGroup } from '@portico/ui/ChoiceList';
import { Dialog } from '@portico/ui/Dialog';
import { TextArea } from '@portico/ui/TextArea';
import { TextField } from '@portico/ui/TextField';
import { showToast } from '@portico/ui/toasts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { t, type TextKey } from '../../locale/text.ts';
import { reasonOf } from '../reasonOf.ts';
import styles from './eventsDesk.module.css';
import { recipientsQuery } from './eventsDesk.queries.ts';
import { z } from 'zod/mini';
import { personalStorage } from '../../sign-in/personalStorage.ts';

const Written = z.object({ id: z.uuid(), title: z.string(), text: z.string() });
type Written = z.infer<typeof Written>;

/** What someone writes to the people of an event. This browser keeps it until it is sent; then `forget` it. */
function useWrittenMessage(itemId: string) {
  const name = `event-message.${itemId}`;
  const [written, setWritten] = useState<Written>(() => {
    const stored = Written.safeParse(personalStorage.read(name));
    return stored.success ? stored.data : { id: crypto.randomUUID(), title: '', text: '' };
  });
  return {
    written,
    write: (change: Partial<Written>) => {
      // A message with other words is another message.
      const next = { ...written, id: crypto.randomUUID(), ...change };
      setWritten(next);
      personalStorage.write(name, next);
    },
    forget: () => personalStorage.remove(name),
  };
}

const statuses: Record<RosterFilter, TextKey> = {
  Registered: 'desk.toRegistered',
  Waiting: 'desk.toWaiting',
  Canceled: 'desk.toCanceled',
  Attended: 'desk.toAttended',
};
const options = Object.keys(statuses) as RosterFilter[];

interface MessageDialogProps {
  event: DeskEvent;
  /** Names of selected people by id: they alone get the message. */
  chosen: ReadonlyMap<string, string>;
  onSent: () => void;
  onClose: () => void;
}

/** Writes to all or some people of an event, in the portal and by email, and says how many it reaches. */
export function MessageDialog({ event, chosen, onSent, onClose }: MessageDialogProps) {
  const { written, write, forget } = useWrittenMessage(event.id);
  const { id, title, text } = written;
  const [to, setTo] = useState<RosterFilter[]>(['Registered']);
  const recipients: Recipients =
    chosen.size > 0 ? { statuses: [], personIds: [...chosen.keys()] } : { statuses: to, personIds: [] };
  const isNobody = recipients.statuses.length + recipients.personIds.length === 0;
  const {
    data: counted,
    isFetching,
    refetch,
  } = useQuery({ ...recipientsQuery(event.id, recipients), enabled: !isNobody });
  const people = isNobody ? 0 : counted?.people;
  const [pending, setPending] = useState(false);
  const [isChecked, setIsChecked] = useState(false);
  const [problem, setProblem] = useState<string>();
  const titleError = cleanText(title) === '' ? t('desk.writeTitle') : undefined;
  const textError =
    cleanText(text) === ''
      ? t('desk.writeText')
      : text.trim().length > MAX_MESSAGE
        ? t('desk.tooLong', { max: MAX_MESSAGE })
        : undefined;
  const send = async () => {
    setIsChecked(true);
    if (titleError !== undefined || textError !== undefined || people === undefined) return;
    setPending(true);
    setProblem(undefined);
    try {
      const sent = await call(sendRosterMessage, {
        params: { itemId: event.id },
        body: { id, to: recipients, people, title, text },
      });
      forget();
      showToast(t('desk.saidSent', { count: sent.people }), { type: 'success' });
      onSent();
      onClose();
    } catch (error) {
      setProblem(reasonOf(error));
      setPending(false);
      void refetch();
    }
  };
  return (
    <Dialog
      isOpen
      size="large"
      isDismissable={false}
      onOpenChange={onClose}
      title={t('desk.messageTitle')}
      actions={
        <>
          <Button
            variant="primary"
            pending={pending}
            isDisabled={people === undefined || people === 0 || isFetching}
            onPress={() => void send()}
          >
            {people === undefined ? t('desk.send') : t('desk.sendTo', { count: people })}
          </Button>
          <Button onPress={onClose}>{t('shared.cancel')}</Button>
        </>
      }
    >
      <div className={styles.fields}>
        {chosen.size > 0 ? (
          <p>{t('desk.toChosen', { count: chosen.size })}</p>
        ) : (
          <CheckboxGroup
            label={t('desk.to')}
            options={options.map((value) => ({ value, label: t(statuses[value]) }))}
            values={to}
            onChange={(next) =>
              setTo(next.filter((value): value is RosterFilter => options.includes(value as RosterFilter)))
            }
          />
        )}
        <p role="status" className={styles.reached}>
          {isNobody && t('desk.reachesNobody')}
          {!isNobody && counted && (
            <>
              {t('desk.reaches', { count: counted.people })}{' '}
              {counted.people > 0 && t('desk.reachesByMail', { count: counted.byMail })}{' '}
              {counted.names.length > 0 &&
                (counted.people > counted.names.length
                  ? t('desk.reachesSuch', { names: counted.names.join(', ') })
                  : `${counted.names.join(', ')}.`)}
            </>
          )}
        </p>
        <TextField
          label={t('desk.subject')}
          value={title}
          maxLength={MAX_MESSAGE_TITLE}
          isRequired
          error={isChecked ? titleError : undefined}
          onChange={(next) => write({ title: next })}
        />
        <TextArea
          label={t('desk.text')}
          rows={6}
          isRequired
          value={text}
          count={{ typed: text.length, max: MAX_MESSAGE }}
          error={isChecked ? textError : undefined}
          onChange={(next) => write({ text: next })}
        />
        {problem !== undefined && (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        )}
      </div>
    </Dialog>
  );
}
