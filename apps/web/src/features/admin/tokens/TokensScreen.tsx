import { DAY_MS } from '@portico/contracts/durations';
import { type ApiToken, revokeApiToken } from '@portico/contracts/admin/tokens';
import { EmptyState } from '@portico/ui/EmptyState';
import { Skeleton, SkeletonGroup } from '@portico/ui/Skeleton';
import { StatusLabel } from '@portico/ui/StatusLabel';
import { useQuery } from '@tanstack/react-query';
import KeyRound from 'lucide-react/icons/key-round';
import { call } from '../../../api/call.ts';
import { t } from '../../../locale/text.ts';
import { tokensQuery } from '../admin.queries.ts';
import { momentLabel, scopeLabel } from '../adminLabels.ts';
import { ConfirmButton } from '../../../kit/ConfirmButton.tsx';
import { NewToken } from './NewToken.tsx';
import { useAdminAction } from '../useAdminAction.ts';
import rows from '../../../kit/list/Rows.module.css';
import styles from '../Admin.module.css';

/** A token that expires within this time should be replaced. */
const NEAR_MS = 30 * DAY_MS;

/** Creates, lists and revokes the tokens with which other systems call the portal. */
export function TokensScreen() {
  const { data } = useQuery(tokensQuery());
  return (
    <>
      <p className={styles.lead}>{t('admin.tokensLead')}</p>
      <NewToken />
      <section aria-labelledby="tokens" className={styles.section}>
        <h2 id="tokens" className={styles.subtitle}>
          {t('admin.tokenList')}
        </h2>
        {data === undefined ? (
          <SkeletonGroup label={t('admin.loadingTokens')} className={styles.section}>
            <Skeleton shape="box" height="4rem" />
            <Skeleton shape="box" height="4rem" />
          </SkeletonGroup>
        ) : data.items.length === 0 ? (
          <EmptyState headingLevel={3} icon={<KeyRound />} title={t('admin.noTokens')} />
        ) : (
          <ul aria-labelledby="tokens" className={rows.rows}>
            {data.items.map((token) => (
              <TokenRow key={token.id} token={token} />
            ))}
          </ul>
        )}
      </section>
    </>
  );
}

function TokenRow({ token }: { token: ApiToken }) {
  const { id, name, scopes, ending, owner, createdAt, expiresAt, lastUsedAt, revokedAt } = token;
  const act = useAdminAction();
  const leftMs = Date.parse(expiresAt) - Date.now();
  const isActive = revokedAt === null && leftMs > 0;
  return (
    <li className={rows.row}>
      <div className={rows.what}>
        <p className={rows.title}>{name}</p>
        <p>{scopes.map(scopeLabel).join(' · ')}</p>
        <p className={rows.facts}>
          {[
            t('admin.tokenEnding', { ending }),
            t('admin.tokenMade', { name: owner.name ?? t('admin.nameless'), moment: momentLabel(createdAt) }),
            lastUsedAt === null
              ? t('admin.tokenNeverUsed')
              : t('admin.tokenLastUsed', { moment: momentLabel(lastUsedAt) }),
            t(leftMs > 0 ? 'admin.tokenExpires' : 'admin.tokenExpiredAt', { moment: momentLabel(expiresAt) }),
          ].join(' · ')}
        </p>
      </div>
      {revokedAt !== null && <StatusLabel>{t('admin.tokenRevokedLabel')}</StatusLabel>}
      {revokedAt === null && leftMs <= 0 && <StatusLabel>{t('admin.tokenExpiredLabel')}</StatusLabel>}
      {isActive && leftMs < NEAR_MS && <StatusLabel tone="warning">{t('admin.tokenExpiresSoon')}</StatusLabel>}
      {isActive && owner.isDisabled && <StatusLabel tone="warning">{t('admin.tokenOwnerLeft')}</StatusLabel>}
      {isActive && (
        <div className={rows.tools}>
          <ConfirmButton
            size="small"
            actionVariant="danger"
            label={t('admin.revokeToken')}
            ariaLabel={t('admin.revokeTokenOf', { name, ending })}
            title={t('admin.revokeTokenTitle')}
            text={t('admin.revokeTokenText', { name })}
            onConfirm={() =>
              act(() => call(revokeApiToken, { params: { tokenId: id } }), t('admin.tokenRevoked', { name }))
            }
          />
        </div>
      )}
    </li>
  );
}
