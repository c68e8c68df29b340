import { MAX_WEBHOOK_NAME, WebhookEvent } from '@portico/contracts/admin/webhooks';
import { cleanText } from '@portico/kinds/typedText';
import { Button } from '@portico/ui/Button';
import { CheckboxGroup } from '@portico/ui/ChoiceList';
import { TextInput } from '@portico/ui/TextInput';
import { useState, type ReactNode, type SyntheticEvent } from 'react';
import rows from '../../../kit/list/Rows.module.css';
import { t } from '../../../locale/text.ts';
import styles from '../Admin.module.css';
import { eventLabel } from './webhookLabels.ts';
import type { WebhookValues } from './webhooks.queries.ts';

interface WebhookFormProps {
  /** Names the form: the id of its heading, or a text. */
  labelledBy?: string;
  label?: string;
  initial: WebhookValues;
  action: string;
  /** Resolves to whether it succeeded. */
  onSubmit: (values: WebhookValues) => Promise<boolean>;
  /** Buttons after the Save button. */
  children?: ReactNode;
}

/** The name, address and events of a webhook. Resets after saving. */
export function WebhookForm({ labelledBy, label, initial, action, onSubmit, children }: WebhookFormProps) {
  const [name, setName] = useState(initial.name);
  const [url, setUrl] = useState(initial.url);
  const [events, setEvents] = useState<string[]>(initial.events);
  const [pending, setPending] = useState(false);
  const isTooLong = name.trim().length > MAX_WEBHOOK_NAME;
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    setPending(true);
    const isSaved = await onSubmit({ name: name.trim(), url: cleanText(url), events: events as WebhookEvent[] });
    setPending(false);
    if (!isSaved) return;
    setName(initial.name);
    setUrl(initial.url);
    setEvents(initial.events);
  };
  return (
    <form
      className={styles.form}
      aria-labelledby={labelledBy}
      aria-label={label}
      onSubmit={(event) => void submit(event)}
    >
      <TextInput
        label={t('admin.webhookName')}
        help={t('admin.webhookNameHelp')}
        value={name}
        error={isTooLong ? t('admin.webhookNameTooLong') : undefined}
        onChange={setName}
      />
      <TextInput label={t('admin.webhookUrl')} help={t('admin.webhookUrlHelp')} value={url} onChange={setUrl} />
      <CheckboxGroup
        label={t('admin.webhookEvents')}
        options={WebhookEvent.options.map((value) => ({ value, label: eventLabel(value) }))}
        values={events}
        onChange={setEvents}
      />
      <div className={rows.tools}>
        <Button
          type="submit"
          variant="primary"
          pending={pending}
          isDisabled={name.trim() === '' || isTooLong || !URL.canParse(cleanText(url)) || events.length === 0}
        >
          {action}
        </Button>
        {children}
      </div>
    </form>
  );
}
