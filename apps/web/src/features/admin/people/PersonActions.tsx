import { type AdminPerson, endSessions, revokeBrowser } from '@portico/contracts/admin/people';
import { call } from '../../../api/call.ts';
import { ConfirmButton } from '../../../kit/ConfirmButton.tsx';
import { PortalLink } from '../../../kit/PortalLink.tsx';
import { t } from '../../../locale/text.ts';
import { useAdminAction } from '../useAdminAction.ts';
import { nameOf } from './personLabels.ts';

/** What can be done with the sessions of a person, and the ways to their applications and receipts. */
export function PersonActions({ person, size }: { person: AdminPerson; size?: 'small' | undefined }) {
  const { id, browser } = person;
  const act = useAdminAction();
  const name = nameOf(person);
  return (
    <>
      <PortalLink href={`/admin/applications?person=${id}`} aria-label={t('admin.applicationsOf', { name })}>
        {t('admin.applications')}
      </PortalLink>
      <PortalLink href={`/admin/proofs?person=${id}`} aria-label={t('admin.receiptsOf', { name })}>
        {t('admin.receipts')}
      </PortalLink>
      <PortalLink href={`/admin/audit?actorId=${id}`} aria-label={t('admin.auditOf', { name })}>
        {t('admin.audit')}
      </PortalLink>
      {browser && (
        <ConfirmButton
          size={size}
          actionVariant="danger"
          label={t('admin.revokeBrowser')}
          ariaLabel={t('admin.revokeBrowserOf', { name })}
          title={t('admin.revokeBrowserTitle')}
          text={t('admin.revokeBrowserText', { name })}
          onConfirm={() =>
            act(() => call(revokeBrowser, { params: { userId: id } }), t('admin.browserRevoked', { name }))
          }
        />
      )}
      <ConfirmButton
        size={size}
        actionVariant="danger"
        label={t('admin.endSessions')}
        ariaLabel={t('admin.endSessionsOf', { name })}
        title={t('admin.endSessionsTitle')}
        text={t('admin.endSessionsText', { name })}
        onConfirm={() => act(() => call(endSessions, { params: { userId: id } }), t('admin.sessionsEndedOf', { name }))}
      />
    </>
  );
}
