import {
  deleteWebhook,
  rotateWebhookSecret,
  saveWebhook,
  testWebhook,
  type Webhook,
} from '@portico/contracts/admin/webhooks';
import { Button } from '@portico/ui/Button';
import { StatusLabel } from '@portico/ui/StatusLabel';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { ConfirmButton } from '../../../kit/ConfirmButton.tsx';
import rows from '../../../kit/list/Rows.module.css';
import { PortalLinkButton } from '../../../kit/PortalLink.tsx';
import { t } from '../../../locale/text.ts';
import { stringifySearch } from '../../../routing/searchParams.ts';
import styles from '../Admin.module.css';
import { momentLabel } from '../adminLabels.ts';
import { useAdminAction } from '../useAdminAction.ts';
import { WebhookForm } from './WebhookForm.tsx';
import { eventLabel, webhookStateLabel } from './webhookLabels.ts';
import type { NewSecret, WebhookValues } from './webhooks.queries.ts';

interface WebhookRowProps {
  webhook: Webhook;
  onSecret: (made: NewSecret) => void;
}

export function WebhookRow({ webhook, onSecret }: WebhookRowProps) {
  const { id, name, url, events, state } = webhook;
  const [isEditing, setIsEditing] = useState(false);
  const act = useAdminAction();
  const isOn = state === 'on' || state === 'failing';
  const save = async (values: WebhookValues) => {
    const isSaved = await act(
      () => call(saveWebhook, { params: { webhookId: id }, body: { ...values, isOn } }),
      t('admin.webhookSaved', { name: values.name }),
    );
    if (isSaved) setIsEditing(false);
    return isSaved;
  };
  if (isEditing)
    return (
      <li>
        <WebhookForm
          label={t('admin.editWebhookOf', { name })}
          initial={{ name, url, events }}
          action={t('admin.saveWebhook')}
          onSubmit={save}
        >
          <Button onPress={() => setIsEditing(false)}>{t('admin.cancelEdit')}</Button>
        </WebhookForm>
      </li>
    );
  return (
    <li className={rows.row}>
      <div className={rows.what}>
        <p className={rows.title}>{name}</p>
        <p className={styles.value}>{url}</p>
        <p>{events.map(eventLabel).join(' · ')}</p>
        <p className={rows.facts}>{factsOf(webhook).join(' · ')}</p>
      </div>
      <StatusLabel tone={state === 'on' ? 'info' : state === 'off' ? 'neutral' : 'warning'}>
        {webhookStateLabel(state)}
      </StatusLabel>
      <div className={rows.tools}>
        <PortalLinkButton
          size="small"
          href={`/admin/webhooks${stringifySearch({ log: id })}`}
          aria-label={t('admin.webhookLogOf', { name })}
        >
          {t('admin.webhookLog')}
        </PortalLinkButton>
        <Button size="small" aria-label={t('admin.editWebhookOf', { name })} onPress={() => setIsEditing(true)}>
          {t('admin.editWebhook')}
        </Button>
        {isOn ? <TestAndTurnOff webhook={webhook} /> : <TurnOn webhook={webhook} />}
        <ConfirmButton
          size="small"
          actionVariant="primary"
          label={t('admin.newSecret')}
          ariaLabel={t('admin.newSecretOf', { name })}
          title={t('admin.newSecretTitle')}
          text={t('admin.newSecretText', { name })}
          onConfirm={() =>
            act(
              async () => onSecret({ name, ...(await call(rotateWebhookSecret, { params: { webhookId: id } })) }),
              t('admin.newSecretMade', { name }),
            )
          }
        />
        <ConfirmButton
          size="small"
          actionVariant="danger"
          label={t('admin.deleteWebhook')}
          ariaLabel={t('admin.deleteWebhookOf', { name })}
          title={t('admin.deleteWebhookTitle')}
          text={t('admin.deleteWebhookText', { name })}
          onConfirm={() =>
            act(() => call(deleteWebhook, { params: { webhookId: id } }), t('admin.webhookDeleted', { name }))
          }
        />
      </div>
    </li>
  );
}

function factsOf({ lastDeliveredAt, failingSince, previousSecretUntil }: Webhook): string[] {
  return [
    lastDeliveredAt === null
      ? t('admin.webhookNeverDelivered')
      : t('admin.webhookDelivered', { moment: momentLabel(lastDeliveredAt) }),
    ...(failingSince === null ? [] : [t('admin.webhookFailingSince', { moment: momentLabel(failingSince) })]),
    ...(previousSecretUntil === null
      ? []
      : [t('admin.webhookOldSecret', { moment: momentLabel(previousSecretUntil) })]),
  ];
}

function TestAndTurnOff({ webhook: { id, name, url, events } }: { webhook: Webhook }) {
  const act = useAdminAction();
  return (
    <>
      <Button
        size="small"
        aria-label={t('admin.testWebhookOf', { name })}
        onPress={() =>
          void act(() => call(testWebhook, { params: { webhookId: id } }), t('admin.webhookTested', { name }))
        }
      >
        {t('admin.testWebhook')}
      </Button>
      <ConfirmButton
        size="small"
        label={t('admin.turnOff')}
        ariaLabel={t('admin.turnOffOf', { name })}
        title={t('admin.turnOffTitle')}
        text={t('admin.turnOffText', { name })}
        onConfirm={() =>
          act(
            () => call(saveWebhook, { params: { webhookId: id }, body: { name, url, events, isOn: false } }),
            t('admin.webhookTurnedOff', { name }),
          )
        }
      />
    </>
  );
}

function TurnOn({ webhook: { id, name, url, events } }: { webhook: Webhook }) {
  const act = useAdminAction();
  return (
    <Button
      size="small"
      aria-label={t('admin.turnOnOf', { name })}
      onPress={() =>
        void act(
          () => call(saveWebhook, { params: { webhookId: id }, body: { name, url, events, isOn: true } }),
          t('admin.webhookTurnedOn', { name }),
        )
      }
    >
      {t('admin.turnOn')}
    </Button>
  );
}
