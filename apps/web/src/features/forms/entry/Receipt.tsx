import type { Form } from '@portico/contracts/formFields';
import { entryPath, type FormFile } from '@portico/contracts/forms';
import { Button } from '@portico/ui/Button';
import CircleCheck from 'lucide-react/icons/circle-check';
import { useEffect, useRef } from 'react';
import { eventDateLabel, timeLabel } from '../../../dates/dateLabels.ts';
import { PortalLinkButton } from '../../../kit/PortalLink.tsx';
import type { EntryState } from '../session/entryState.ts';
import { EntryValues } from '../EntryValues.tsx';
import styles from './Receipt.module.css';

/** Says that an entry has arrived, when, and what was sent. */
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
  onAgain: () => void;
}) {
  const Title = `h${headingLevel}` as 'h3';
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <div className={styles.receipt}>
      <div className={styles.head}>
        <CircleCheck className={styles.icon} aria-hidden="true" />
        <div>
          <Title ref={title} tabIndex={-1} className={styles.title}>
            Your entry has arrived
          </Title>
          <p>
            Received on {eventDateLabel(receivedAt)} at {timeLabel(receivedAt)}.
            {isMailed && ' A mail that says so is on its way to you.'}
          </p>
        </div>
      </div>
      <EntryValues form={form} values={values} files={files} />
      <div className={styles.actions} data-print="hidden">
        <PortalLinkButton variant="primary" href={entryPath(entryId)}>
          Open the receipt
        </PortalLinkButton>
        <PortalLinkButton href="/forms/entries">My entries</PortalLinkButton>
        <Button variant="quiet" onPress={onAgain}>
          Fill it in again
        </Button>
      </div>
    </div>
  );
}
