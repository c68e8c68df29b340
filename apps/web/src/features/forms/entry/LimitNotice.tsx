import type { FormLimitsState, FormRefusal } from '@portico/contracts/forms';
import { eventDateLabel, timeLabel } from '../../../dates/dateLabels.ts';
import { t, type TextKey } from '../../../locale/text.ts';
import styles from './EntryForm.module.css';

const refusals: Record<FormRefusal, TextKey> = {
  Closed: 'forms.limitClosed',
  Full: 'forms.limitFull',
  Sent: 'forms.limitSent',
};

/** Says before people type until when, how many and how often a form can be sent, or why it can’t anymore. */
export function LimitNotice({ limits: { closesAt, left, isOnce, refusal } }: { limits: FormLimitsState }) {
  const facts =
    refusal === null
      ? [
          ...(closesAt === null
            ? []
            : [
                t('forms.limitUntil', {
                  when: t('forms.atTime', { day: eventDateLabel(closesAt), time: timeLabel(closesAt) }),
                }),
              ]),
          ...(left === null ? [] : [t('forms.limitLeft', { count: left })]),
          ...(isOnce ? [t('forms.limitOnce')] : []),
        ]
      : [t(refusals[refusal])];
  return <p className={styles.notice}>{facts.join(' ')}</p>;
}
