import { isYearDay, saveCreditNeed, type CreditNeed, type StoredNeed } from '@portico/contracts/studio/credits';
import { emptyRule } from '@portico/authoring/audience';
import { isHours, MAX_CREDIT_NAME, MAX_HOURS_LENGTH } from '@portico/kinds/credits';
import { ReminderSchedule } from '@portico/kinds/components/confirmation/shape';
import { Button } from '@portico/ui/Button';
import { Dialog } from '@portico/ui/Dialog';
import { Select } from '@portico/ui/Select';
import { TextField } from '@portico/ui/TextField';
import { useState } from 'react';
import { z } from 'zod/mini';
import { call } from '../../api/call.ts';
import { t } from '../../locale/text.ts';
import { personalStorage } from '../../sign-in/personalStorage.ts';
import { AudienceField } from '../audience/AudienceField.tsx';
import styles from './credits.module.css';
import { problemOf } from './problemOf.ts';

/** What is typed, which may be unfinished. */
const Typed = z.object({
  id: z.uuid(),
  version: z.nullable(z.int()),
  texts: z.object({
    program: z.string(),
    state: z.string(),
    subject: z.string(),
    hours: z.string(),
    startsOn: z.string(),
    dueOn: z.string(),
    firstYear: z.string(),
    lastYear: z.string(),
  }),
  /** Not in what versions before 0.2 kept. */
  reminders: z.optional(z.nullable(ReminderSchedule)),
  audience: z.custom<Pick<CreditNeed, 'audience' | 'audienceRule'>>(),
});
type Typed = z.infer<typeof Typed>;
type Name = keyof Typed['texts'];

function typedOf(stored: StoredNeed | undefined): Typed {
  const { need } = stored ?? {};
  return {
    id: stored?.id ?? crypto.randomUUID(),
    version: stored?.version ?? null,
    texts: {
      program: need?.program ?? '',
      state: need?.state ?? '',
      subject: need?.subject ?? '',
      hours: need?.hours ?? '',
      startsOn: need?.startsOn ?? '01-01',
      dueOn: need?.dueOn ?? '11-30',
      firstYear: String(need?.firstYear ?? new Date().getFullYear()),
      lastYear: need?.lastYear?.toString() ?? '',
    },
    reminders: stored ? stored.need.reminders : 'Before',
    audience: { audience: need?.audience ?? [], audienceRule: need?.audienceRule ?? emptyRule },
  };
}

const NEVER = 'Never';

const isYear = (text: string) => /^(?:19|20|21)\d\d$/.test(text);

/** What is wrong with a text; undefined if nothing is. */
function wrongWith(name: Name, texts: Typed['texts']): string | undefined {
  const value = texts[name].trim();
  if (name === 'program') return value === '' ? t('credits.programWrong') : undefined;
  if (name === 'hours') return isHours(value) ? undefined : t('credits.hoursWrong');
  if (name === 'startsOn' || name === 'dueOn') return isYearDay(value) ? undefined : t('credits.yearDayWrong');
  if (name === 'firstYear') return isYear(value) ? undefined : t('credits.yearWrong');
  if (name === 'lastYear' && value !== '')
    return isYear(value) && value >= texts.firstYear.trim() ? undefined : t('credits.lastYearWrong');
  return undefined;
}

interface NeedDialogProps {
  /** Undefined for a new line. */
  stored: StoredNeed | undefined;
  onSaved: () => void;
  onClose: () => void;
}

/** Adds or changes a line of the table. This browser keeps what is typed until it is saved. */
export function NeedDialog({ stored, onSaved, onClose }: NeedDialogProps) {
  const storageName = `credit-need.${stored?.id ?? 'new'}`;
  const [typed, setTyped] = useState<Typed>(() => {
    const kept = Typed.safeParse(personalStorage.read(storageName));
    return kept.success ? { ...kept.data, version: stored?.version ?? null } : typedOf(stored);
  });
  const [isChecked, setIsChecked] = useState(false);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { texts, audience, reminders = null } = typed;
  const change = (part: Partial<Typed>) => {
    const next = { ...typed, ...part };
    setTyped(next);
    personalStorage.write(storageName, next);
  };
  const isWrong = (Object.keys(texts) as Name[]).some((name) => wrongWith(name, texts) !== undefined);
  const save = async () => {
    setIsChecked(true);
    if (isWrong) return;
    setPending(true);
    setProblem(undefined);
    const { firstYear, lastYear, ...others } = Object.fromEntries(
      Object.entries(texts).map(([name, text]) => [name, text.trim()]),
    ) as Typed['texts'];
    const need = {
      ...others,
      firstYear: Number(firstYear),
      lastYear: lastYear === '' ? null : Number(lastYear),
      reminders,
      ...audience,
    };
    try {
      await call(saveCreditNeed, { params: { needId: typed.id }, body: { version: typed.version, need } });
      personalStorage.remove(storageName);
      onClose();
    } catch (error) {
      setProblem(problemOf(error));
      setPending(false);
    }
    onSaved();
  };
  const field = (name: Name, label: string, help?: string) => (
    <TextField
      label={label}
      help={help}
      value={texts[name]}
      maxLength={name === 'hours' ? MAX_HOURS_LENGTH : MAX_CREDIT_NAME}
      error={isChecked ? wrongWith(name, texts) : undefined}
      onChange={(value) => change({ texts: { ...texts, [name]: value } })}
    />
  );
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      size="large"
      title={stored ? t('credits.needChange') : t('credits.needNew')}
      actions={
        <>
          <Button variant="primary" pending={pending} onPress={() => void save()}>
            {t('credits.needSave')}
          </Button>
          <Button onPress={onClose}>{t('shared.cancel')}</Button>
        </>
      }
    >
      <div className={styles.form}>
        <div className={styles.pair}>
          {field('program', t('credits.program'), t('credits.programHelp'))}
          {field('state', t('credits.state'))}
          {field('subject', t('credits.subject'), t('credits.subjectAny'))}
          {field('hours', t('credits.hours'))}
          {field('startsOn', t('credits.startsOn'), t('credits.yearDayHelp'))}
          {field('dueOn', t('credits.dueOn'))}
          {field('firstYear', t('credits.firstYear'))}
          {field('lastYear', t('credits.lastYear'))}
        </div>
        <Select<ReminderSchedule | typeof NEVER>
          label={t('credits.reminders')}
          value={reminders ?? NEVER}
          options={[
            { value: NEVER, label: t('credits.remindersNever') },
            { value: 'Before', label: t('credits.remindersBefore') },
            { value: 'Weekly', label: t('credits.remindersWeekly') },
          ]}
          onChange={(chosen) => change({ reminders: chosen === NEVER ? null : chosen })}
        />
        <AudienceField
          label={t('credits.for')}
          audience={audience}
          onChange={(done) =>
            change({
              audience:
                done.name === 'audience'
                  ? { ...audience, audience: done.value as CreditNeed['audience'] }
                  : { ...audience, audienceRule: done.value as CreditNeed['audienceRule'] },
            })
          }
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
