import type { Form } from '@portico/kinds/formFields';
import { entryPath } from '@portico/contracts/forms';
import type { FormFile } from '@portico/contracts/formValues';
import { Button } from '@portico/ui/Button';
import { eventDateLabel, timeLabel } from '../../../dates/dateLabels.ts';
import { PortalLinkButton } from '../../../kit/PortalLink.tsx';
import type { EntryState } from '../session/entryState.ts';
import { EntryOutcome } from './EntryOutcome.tsx';
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
  const received = t('forms.receivedOn', { day: eventDateLabel(receivedAt), time: timeLabel(receivedAt) });
  return (
    <EntryOutcome
      title={t('forms.arrived')}
      message={isMailed ? `${received} ${t('forms.isMailed')}` : received}
      form={form}
      values={values}
      files={files}
      headingLevel={headingLevel}
    >
      <PortalLinkButton variant="primary" href={entryPath(entryId)}>
        {t('forms.openReceipt')}
      </PortalLinkButton>
      <PortalLinkButton href="/forms/entries">{t('shared.ownEntriesTitle')}</PortalLinkButton>
      {onAgain && (
        <Button variant="quiet" onPress={onAgain}>
          {t('forms.fillInAgain')}
        </Button>
      )}
    </EntryOutcome>
  );
}
