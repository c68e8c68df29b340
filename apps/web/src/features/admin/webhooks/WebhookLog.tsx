import { retryWebhookDelivery, type Webhook, type WebhookDelivery } from '@portico/contracts/admin/webhooks';
import { Button } from '@portico/ui/Button';
import { StatusLabel } from '@portico/ui/StatusLabel';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import Send from 'lucide-react/icons/send';
import { call } from '../../../api/call.ts';
import type { ListTexts } from '../../../kit/list/ListResults.tsx';
import { RowList } from '../../../kit/list/RowList.tsx';
import rows from '../../../kit/list/Rows.module.css';
import { PortalLink } from '../../../kit/PortalLink.tsx';
import { t } from '../../../locale/text.ts';
import { readPage } from '../../../routing/listFilters.ts';
import { stringifySearch } from '../../../routing/searchParams.ts';
import styles from '../Admin.module.css';
import { momentLabel } from '../adminLabels.ts';
import { useAdminAction } from '../useAdminAction.ts';
import { deliveryStateLabel, eventLabel, outcomeLabel } from './webhookLabels.ts';
import { deliveriesQuery } from './webhooks.queries.ts';

const texts = (): ListTexts => ({
  one: t('admin.delivery'),
  many: t('admin.deliveries'),
  none: t('admin.noDeliveries'),
  noMatch: t('admin.noDeliveries'),
  advice: t('admin.noDeliveriesHelp'),
  loading: t('admin.loadingDeliveries'),
  pages: t('admin.deliveryPages'),
});

/** The deliveries of one webhook, newest first. */
export function WebhookLog({ webhook }: { webhook: Webhook }) {
  const page = readPage(useSearch({ strict: false }));
  const navigate = useNavigate();
  const { data: list, isPlaceholderData } = useQuery(deliveriesQuery(webhook.id, page));
  const hrefOf = (to?: string) => `/admin/webhooks${stringifySearch({ log: webhook.id, page: to })}`;
  const openFirst = () => void navigate({ to: hrefOf() });
  return (
    <>
      <p>
        <PortalLink href="/admin/webhooks">{t('admin.allWebhooks')}</PortalLink>
      </p>
      <h2 className={styles.subtitle}>{t('admin.webhookLogOf', { name: webhook.name })}</h2>
      <RowList<WebhookDelivery>
        texts={texts()}
        list={list}
        isStale={isPlaceholderData}
        page={page}
        hrefOf={hrefOf}
        renderItem={(delivery) => <DeliveryRow webhook={webhook} delivery={delivery} />}
        icon={<Send />}
        onClear={openFirst}
        empty={{ title: t('admin.noDeliveries'), description: t('admin.noDeliveriesHelp'), headingLevel: 3 }}
      />
    </>
  );
}

function DeliveryRow({ webhook, delivery }: { webhook: Webhook; delivery: WebhookDelivery }) {
  const { id, event, state, createdAt, attempts, nextAttemptAt } = delivery;
  const act = useAdminAction();
  const moment = momentLabel(createdAt);
  const isOn = webhook.state === 'on' || webhook.state === 'failing';
  const facts = [
    moment,
    ...(attempts > 0 ? [t('admin.deliveryAttempts', { count: attempts })] : []),
    outcomeLabel(delivery),
    ...(nextAttemptAt !== null && attempts > 0
      ? [t('admin.deliveryNext', { moment: momentLabel(nextAttemptAt) })]
      : []),
  ].filter((fact) => fact !== undefined);
  return (
    <div className={rows.row}>
      <div className={rows.what}>
        <p className={rows.title}>{eventLabel(event)}</p>
        <p className={rows.facts}>{facts.join(' · ')}</p>
        <p className={styles.value}>{id}</p>
      </div>
      <StatusLabel tone={state === 'failed' ? 'warning' : state === 'delivered' ? 'info' : 'neutral'}>
        {deliveryStateLabel(state)}
      </StatusLabel>
      {state !== 'waiting' && isOn && (
        <div className={rows.tools}>
          <Button
            size="small"
            aria-label={t('admin.sendDeliveryAgainOf', { event: eventLabel(event), moment })}
            onPress={() =>
              void act(
                () => call(retryWebhookDelivery, { params: { webhookId: webhook.id, deliveryId: id } }),
                t('admin.deliveryQueued'),
              )
            }
          >
            {t('admin.sendDeliveryAgain')}
          </Button>
        </div>
      )}
    </div>
  );
}
