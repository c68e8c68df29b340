import type { CallResult } from '@portico/contracts/endpoint';
import {
  MAX_DAYS_TO_DO,
  MAX_FORM_CAPACITY,
  saveFormLimits,
  type FormLimits,
  type listDeskEntries,
} from '@portico/contracts/studio/formsDesk';
import { Button } from '@portico/ui/Button';
import { Checkbox } from '@portico/ui/ChoiceList';
import { Dialog } from '@portico/ui/Dialog';
import { TextField } from '@portico/ui/TextField';
import { showToast } from '@portico/ui/toasts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { t } from '../../locale/text.ts';
import { InstantField } from '../controls/InstantField.tsx';
import { ownZone } from '../controls/zonedTime.ts';
import { reasonOf } from '../reasonOf.ts';
import { whenLabel } from './entryLabels.ts';
import { refetchEntries } from './formsDesk.queries.ts';
import styles from './formsDesk.module.css';

interface LimitsLineProps {
  formId: string;
  list: Pick<CallResult<typeof listDeskEntries>, 'limits' | 'counts'>;
}

/** Until when, how many and how often people can send the form, when entries are due, and a dialog to change it. */
export function LimitsLine({ formId, list: { limits, counts } }: LimitsLineProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { closesAt, capacity, isOnce, daysToDo } = limits;
  const entries = Object.values(counts).reduce((total, count) => total + count, 0);
  const facts = [
    ...(closesAt === null ? [] : [t('formsDesk.limitUntil', { when: whenLabel(closesAt) })]),
    ...(capacity === null ? [] : [t('formsDesk.limitUsed', { entries, capacity })]),
    ...(isOnce ? [t('formsDesk.limitOnce')] : []),
    ...(daysToDo === null ? [] : [t('formsDesk.limitDays', { count: daysToDo })]),
  ];
  return (
    <div className={styles.tools} data-print="hidden">
      {facts.length > 0 && <span className={styles.count}>{facts.join(' · ')}</span>}
      <Button size="small" onPress={() => setIsOpen(true)}>
        {t('formsDesk.limits')}
      </Button>
      {isOpen && <LimitsDialog formId={formId} limits={limits} onClose={() => setIsOpen(false)} />}
    </div>
  );
}

/** A whole number from 1 on, null for an empty text, undefined for anything else. */
function numberIn(text: string, max: number): number | null | undefined {
  const typed = text.trim();
  if (typed === '') return null;
  return /^\d{1,7}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= max ? Number(typed) : undefined;
}

function LimitsDialog({ formId, limits, onClose }: { formId: string; limits: FormLimits; onClose: () => void }) {
  const cache = useQueryClient();
  const [closesAt, setClosesAt] = useState(limits.closesAt);
  const [capacity, setCapacity] = useState(limits.capacity?.toString() ?? '');
  const [isOnce, setIsOnce] = useState(limits.isOnce);
  const [isChecked, setIsChecked] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [pending, setPending] = useState(false);
  const [days, setDays] = useState(limits.daysToDo?.toString() ?? '');
  const isWrong = numberIn(capacity, MAX_FORM_CAPACITY) === undefined;
  const areDaysWrong = numberIn(days, MAX_DAYS_TO_DO) === undefined;
  const save = async () => {
    setIsChecked(true);
    const [most, daysToDo] = [numberIn(capacity, MAX_FORM_CAPACITY), numberIn(days, MAX_DAYS_TO_DO)];
    if (most === undefined || daysToDo === undefined) return;
    setPending(true);
    setProblem(undefined);
    try {
      const { version } = limits;
      const body = { closesAt, capacity: most, isOnce, daysToDo, version };
      await call(saveFormLimits, { params: { formId }, body });
      showToast(t('formsDesk.limitsSaved'), { type: 'success' });
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
      title={t('formsDesk.limitsTitle')}
      actions={
        <>
          <Button variant="primary" pending={pending} onPress={() => void save()}>
            {t('formsDesk.save')}
          </Button>
          <Button onPress={onClose}>{t('shared.cancel')}</Button>
        </>
      }
    >
      <div className={styles.fields}>
        <p>{t('formsDesk.limitsHelp')}</p>
        <InstantField
          label={t('formsDesk.closesAt')}
          help={t('formsDesk.closesAtHelp')}
          value={closesAt}
          timeZone={ownZone()}
          onChange={setClosesAt}
        />
        <TextField
          label={t('formsDesk.capacity')}
          help={t('formsDesk.capacityHelp')}
          value={capacity}
          error={
            isChecked && isWrong
              ? t('formsDesk.capacityWrong', { max: MAX_FORM_CAPACITY.toLocaleString('en-US') })
              : undefined
          }
          onChange={setCapacity}
        />
        <Checkbox label={t('formsDesk.once')} isChecked={isOnce} onChange={setIsOnce} />
        <TextField
          label={t('formsDesk.daysToDo')}
          help={t('formsDesk.daysToDoHelp')}
          value={days}
          error={isChecked && areDaysWrong ? t('formsDesk.capacityWrong', { max: MAX_DAYS_TO_DO }) : undefined}
          onChange={setDays}
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
