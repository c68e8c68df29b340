import { isHours, MAX_CREDIT_LINES, MAX_CREDIT_NAME, MAX_HOURS_LENGTH, type CreditLine } from '@portico/kinds/credits';
import { Button } from '@portico/ui/Button';
import { TextField } from '@portico/ui/TextField';
import { t } from '../../locale/text.ts';
import field from '../controls/Field.module.css';
import styles from './CreditsControl.module.css';
import type { ControlProps } from './PlainField.tsx';

const blankLine: CreditLine = { program: '', state: '', subject: '', hours: '' };

/** What those who were at an event earn: a line for each program, state and subject, with hours. */
export function CreditsControl({ label, fields: { credits }, set }: ControlProps) {
  const change = (at: number, part: Partial<CreditLine>) =>
    set(
      'credits',
      credits.map((line, index) => (index === at ? { ...line, ...part } : line)),
    );
  const parts = ['program', 'state', 'subject'] as const;
  const labels = {
    program: t('credits.program'),
    state: t('credits.state'),
    subject: t('credits.subject'),
  };
  return (
    <fieldset className={styles.credits}>
      <legend className={field.label}>{label}</legend>
      <p className={field.help}>{t('credits.help')}</p>
      {credits.map((line, index) => (
        // Lines have no ids.
        <fieldset key={index} className={styles.line}>
          <legend className={field.label}>{t('credits.line', { number: index + 1 })}</legend>
          {parts.map((part) => (
            <TextField
              key={part}
              label={labels[part]}
              help={part === 'program' && index === 0 ? t('credits.programHelp') : undefined}
              value={line[part]}
              maxLength={MAX_CREDIT_NAME}
              onChange={(value) => change(index, { [part]: value })}
            />
          ))}
          <TextField
            label={t('credits.hours')}
            value={line.hours}
            maxLength={MAX_HOURS_LENGTH}
            error={line.hours === '' || isHours(line.hours.trim()) ? undefined : t('credits.hoursWrong')}
            onChange={(hours) => change(index, { hours })}
          />
          <Button
            size="small"
            aria-label={t('credits.remove', { number: index + 1 })}
            onPress={() =>
              set(
                'credits',
                credits.filter((_, at) => at !== index),
              )
            }
          >
            {t('credits.removeShort')}
          </Button>
        </fieldset>
      ))}
      {credits.length < MAX_CREDIT_LINES && (
        <Button size="small" onPress={() => set('credits', [...credits, blankLine])}>
          {t('credits.add')}
        </Button>
      )}
    </fieldset>
  );
}
