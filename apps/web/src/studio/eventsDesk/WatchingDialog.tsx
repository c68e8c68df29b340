import type { DeskEvent } from '@portico/contracts/studio/eventsDesk';
import {
  MAX_ANSWER_SECONDS,
  MAX_WATCH_CHECKS,
  MAX_WATCH_MINUTES,
  MIN_ANSWER_SECONDS,
  MIN_MINUTES_PER_CHECK,
  setWatching,
  type WatchedThing,
  type WatchingRule,
} from '@portico/contracts/watching';
import { Button } from '@portico/ui/Button';
import { Dialog } from '@portico/ui/Dialog';
import { RadioGroup } from '@portico/ui/RadioGroup';
import { TextField } from '@portico/ui/TextField';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { t } from '../../locale/text.ts';
import { reasonOf } from '../reasonOf.ts';
import { studioKey } from '../studio.queries.ts';
import styles from './eventsDesk.module.css';

const usual: WatchingRule = { what: 'Film', minutes: 45, checks: 3, answerSeconds: 120 };
const MAX_TYPED = 4;

/** Phones show their digits for it. */
const showDigits = (input: HTMLInputElement | null) => input?.setAttribute('inputmode', 'numeric');

type NumberField = 'minutes' | 'checks' | 'answerSeconds';
type Typed = Record<NumberField, string>;

/** The highest number of checks depends on the minutes. */
function limitsOf(typed: Typed): Record<NumberField, { low: number; high: number }> {
  const minutes = Number(typed.minutes);
  const checks = minutes > 0 ? Math.floor(minutes / MIN_MINUTES_PER_CHECK) : MAX_WATCH_CHECKS;
  return {
    minutes: { low: 1, high: MAX_WATCH_MINUTES },
    checks: { low: 0, high: Math.min(MAX_WATCH_CHECKS, checks) },
    answerSeconds: { low: MIN_ANSWER_SECONDS, high: MAX_ANSWER_SECONDS },
  };
}

function problemsOf(typed: Typed): Partial<Typed> {
  const limits = limitsOf(typed);
  const wrong = (Object.keys(limits) as NumberField[]).filter((field) => {
    const { low, high } = limits[field];
    return !/^\d+$/.test(typed[field].trim()) || Number(typed[field]) < low || Number(typed[field]) > high;
  });
  return Object.fromEntries(wrong.map((field) => [field, t('watching.between', limits[field])]));
}

/** What people must watch to be noted as there. */
export function WatchingDialog({ event, onClose }: { event: DeskEvent; onClose: () => void }) {
  const cache = useQueryClient();
  const { watching } = event;
  const stored = watching ?? usual;
  const [what, setWhat] = useState<WatchedThing>(stored.what);
  const [typed, setTyped] = useState<Typed>({
    minutes: String(stored.minutes),
    checks: String(stored.checks),
    answerSeconds: String(stored.answerSeconds),
  });
  const [problems, setProblems] = useState<Partial<Typed>>({});
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const send = async (rule: WatchingRule | null) => {
    setPending(true);
    setFailure(undefined);
    try {
      await call(setWatching, { params: { itemId: event.id }, body: { rule } });
      void cache.invalidateQueries({ queryKey: studioKey });
      onClose();
    } catch (error) {
      setFailure(reasonOf(error));
      setPending(false);
    }
  };
  const save = () => {
    const found = problemsOf(typed);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    const { minutes, checks, answerSeconds } = typed;
    void send({ what, minutes: Number(minutes), checks: Number(checks), answerSeconds: Number(answerSeconds) });
  };
  const field = (name: NumberField, label: string, help?: string) => (
    <TextField
      label={label}
      help={help}
      value={typed[name]}
      inputRef={showDigits}
      maxLength={MAX_TYPED}
      isRequired
      error={problems[name]}
      onChange={(text) => setTyped({ ...typed, [name]: text })}
    />
  );
  return (
    <Dialog
      isOpen
      title={t('watching.dialog')}
      isDismissable={false}
      onOpenChange={onClose}
      actions={
        <>
          <Button variant="primary" pending={pending} onPress={save}>
            {t('watching.save')}
          </Button>
          {watching && (
            <Button isDisabled={pending} onPress={() => void send(null)}>
              {t('watching.countNone')}
            </Button>
          )}
          <Button onPress={onClose}>{t('shared.cancel')}</Button>
        </>
      }
    >
      <div className={styles.fields}>
        <p>{t('watching.explained')}</p>
        <RadioGroup<WatchedThing>
          label={t('watching.what')}
          value={what}
          onChange={setWhat}
          options={[
            { value: 'Film', label: t('watching.film') },
            { value: 'Meeting', label: t('watching.meeting') },
          ]}
        />
        {field('minutes', t('watching.minutesField'))}
        {field('checks', t('watching.checksField'), t('watching.checksHelp', { minutes: MIN_MINUTES_PER_CHECK }))}
        {field('answerSeconds', t('watching.secondsField'), t('watching.secondsHelp'))}
        {failure !== undefined && (
          <p role="alert" className={styles.problem}>
            {failure}
          </p>
        )}
      </div>
    </Dialog>
  );
}
