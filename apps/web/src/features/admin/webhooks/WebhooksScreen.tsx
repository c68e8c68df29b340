import { createWebhook, type Webhook } from '@portico/contracts/admin/webhooks';
import { EmptyState } from '@portico/ui/EmptyState';
import { Skeleton, SkeletonGroup } from '@portico/ui/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import WebhookIcon from 'lucide-react/icons/webhook';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import rows from '../../../kit/list/Rows.module.css';
import { t } from '../../../locale/text.ts';
import styles from '../Admin.module.css';
import { SecretOnce } from '../tokens/SecretOnce.tsx';
import { useAdminAction } from '../useAdminAction.ts';
import { WebhookForm } from './WebhookForm.tsx';
import { WebhookLog } from './WebhookLog.tsx';
import { WebhookRow } from './WebhookRow.tsx';
import { webhooksQuery, type NewSecret, type WebhookValues } from './webhooks.queries.ts';

const blank: WebhookValues = { name: '', url: '', events: [] };

/** The webhooks that call other systems or, with `log` in the address, the deliveries of one of them. */
export function WebhooksScreen() {
  const { data } = useQuery(webhooksQuery());
  const { log } = useSearch({ strict: false }) as { log?: unknown };
  const logged = data?.items.find(({ id }) => id === log);
  if (logged) return <WebhookLog key={logged.id} webhook={logged} />;
  return <Webhooks items={data?.items} />;
}

function Webhooks({ items }: { items: Webhook[] | undefined }) {
  const act = useAdminAction();
  const [made, setMade] = useState<NewSecret>();
  const create = (values: WebhookValues) =>
    act(
      async () => {
        const { secret } = await call(createWebhook, { body: values });
        setMade({ name: values.name, secret });
      },
      t('admin.webhookCreated', { name: values.name }),
    );
  return (
    <>
      <p className={styles.lead}>{t('admin.webhooksLead')}</p>
      {made && (
        <SecretOnce
          key={made.secret}
          title={t('admin.webhookSecretOf', { name: made.name })}
          label={t('admin.webhookSecret')}
          secret={made.secret}
          onDone={() => setMade(undefined)}
        />
      )}
      <section aria-labelledby="webhooks" className={styles.section}>
        <h2 id="webhooks" className={styles.subtitle}>
          {t('admin.webhookList')}
        </h2>
        {items === undefined ? (
          <SkeletonGroup label={t('admin.loadingWebhooks')} className={styles.section}>
            <Skeleton shape="box" height="4rem" />
            <Skeleton shape="box" height="4rem" />
          </SkeletonGroup>
        ) : items.length === 0 ? (
          <EmptyState headingLevel={3} icon={<WebhookIcon />} title={t('admin.noWebhooks')} />
        ) : (
          <ul aria-labelledby="webhooks" className={rows.rows}>
            {items.map((webhook) => (
              <WebhookRow key={webhook.id} webhook={webhook} onSecret={setMade} />
            ))}
          </ul>
        )}
      </section>
      <section aria-labelledby="new-webhook" className={styles.section}>
        <h2 id="new-webhook" className={styles.subtitle}>
          {t('admin.newWebhook')}
        </h2>
        <WebhookForm labelledBy="new-webhook" initial={blank} action={t('admin.createWebhook')} onSubmit={create} />
      </section>
    </>
  );
}
