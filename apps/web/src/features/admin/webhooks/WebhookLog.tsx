import { retryWebhookDelivery, type Webhook, type WebhookDelivery } from '@portico/contracts/admin/webhooks';
import { Button } from '@portico/ui/Button';
import { EmptyState } from '@portico/ui/EmptyState';
import { StatusLabel } from '@portico/ui/StatusLabel';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import Send from 'lucide-react/icons/send';
import { call } from '../../../api/call.ts';
import { ListResults, type ListTexts } from '../../../kit/list/ListResults.tsx';
import rows from '../../../kit/list/Rows.module.css';
import { PortalLink } from '../../../kit/PortalLink.tsx';
import { t } from '../../../locale/text.ts';
import { readPage } from '../../../routing/listFilters.ts';
import { stringifySearch } from '../../../routing/searchParams.ts';
import styles from '../Admin.module.css';
import { momentLabel } from '../adminLabels.ts';
import { rowSkeletons } from '../rowSkeletons.tsx';
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
  const hrefOf = (to: number) =>
    `/admin/webhooks${stringifySearch({ log: webhook.id, page: to > 1 ? to : undefined })}`;
  const openFirst = () => void navigate({ to: hrefOf(1) });
  return (
    <>
      <p>
        <PortalLink href="/admin/webhooks">{t('admin.allWebhooks')}</PortalLink>
      </p>
      <h2 className={styles.subtitle}>{t('admin.webhookLogOf', { name: webhook.name })}</h2>
      <ListResults<WebhookDelivery>
        texts={texts()}
        list={list}
        isStale={isPlaceholderData}
        page={page}
        pageSize={list?.pageSize ?? 1}
        hrefOf={hrefOf}
        renderItem={(delivery) => <DeliveryRow webhook={webhook} delivery={delivery} />}
        skeleton={rowSkeletons}
        icon={<Send />}
        onClear={openFirst}
        onFirstPage={openFirst}
        hasStickyPages={false}
        className={rows.rows}
        nothing={
          <EmptyState
            headingLevel={3}
            icon={<Send />}
            title={t('admin.noDeliveries')}
            description={t('admin.noDeliveriesHelp')}
          />
        }
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
