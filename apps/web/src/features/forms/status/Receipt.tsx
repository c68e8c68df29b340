import type { Form } from '@portico/kinds/formFields';
import { entryPath } from '@portico/contracts/forms';
import type { FormFile } from '@portico/contracts/formValues';
import { Button } from '@portico/ui/Button';
import CircleCheck from 'lucide-react/icons/circle-check';
import { useEffect, useRef } from 'react';
import { eventDateLabel, timeLabel } from '../../../dates/dateLabels.ts';
import { PortalLinkButton } from '../../../kit/PortalLink.tsx';
import type { EntryState } from '../session/entryState.ts';
import { EntryValues } from '../EntryValues.tsx';
import panel from './StatusPanel.module.css';
import styles from './Receipt.module.css';
import { classes } from '@portico/ui/classes';
import { t } from '../../../locale/text.ts';

/** Confirms that an entry was received, with its answers. */
export function Receipt({
  receipt: { entryId, receivedAt, isMailed, values },
  form,
  files,
  headingLevel,
  onAgain,
}: {
  receipt: NonNullable<EntryState['receipt']>;
  form: Form;
  files: FormFile[];
  headingLevel: 2 | 3 | 4 | 5 | 6;
  /** Undefined if the form can be sent only once. */
  onAgain: (() => void) | undefined;
}) {
  const Title = `h${headingLevel}` as 'h3';
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <div className={styles.receipt}>
      <div className={classes(panel.panel, styles.head)} data-tone="success">
        <CircleCheck className={styles.icon} aria-hidden="true" />
        <div>
          <Title ref={title} tabIndex={-1} className={panel.title}>
            {t('forms.arrived')}
          </Title>
          <p>
            {t('forms.receivedOn', { day: eventDateLabel(receivedAt), time: timeLabel(receivedAt) })}
            {isMailed && ` ${t('forms.isMailed')}`}
          </p>
        </div>
      </div>
      <EntryValues form={form} values={values} files={files} />
      <div className={panel.actions} data-print="hidden">
        <PortalLinkButton variant="primary" href={entryPath(entryId)}>
          {t('forms.openReceipt')}
        </PortalLinkButton>
        <PortalLinkButton href="/forms/entries">{t('shared.ownEntriesTitle')}</PortalLinkButton>
        {onAgain && (
          <Button variant="quiet" onPress={onAgain}>
            {t('forms.fillInAgain')}
          </Button>
        )}
      </div>
    </div>
  );
}
