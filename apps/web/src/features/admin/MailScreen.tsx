import {
  dismissUndeliverable,
  retryUndeliverable,
  type UndeliverableEmail,
} from '@portico/contracts/admin/undeliverable';
import { Button } from '@portico/ui/Button';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import MailX from 'lucide-react/icons/mail-x';
import { call } from '../../api/call.ts';
import type { ListTexts } from '../../kit/list/ListResults.tsx';
import { RowList } from '../../kit/list/RowList.tsx';
import { t } from '../../locale/text.ts';
import { readPage } from '../../routing/listFilters.ts';
import { stringifySearch } from '../../routing/searchParams.ts';
import { undeliverableQuery } from './admin.queries.ts';
import { momentLabel } from './adminLabels.ts';
import { ConfirmButton } from '../../kit/ConfirmButton.tsx';
import { useAdminAction } from './useAdminAction.ts';
import rows from '../../kit/list/Rows.module.css';
import styles from './Admin.module.css';

const texts = (): ListTexts => ({
  one: t('admin.email'),
  many: t('admin.emails'),
  none: t('admin.noEmails'),
  noMatch: t('admin.noEmails'),
  advice: t('admin.noEmailsHelp'),
  loading: t('admin.loadingEmails'),
  pages: t('admin.emailPages'),
});

/** Email that the mail server rejected permanently, newest first. */
export function MailScreen() {
  const page = readPage(useSearch({ strict: false }));
  const navigate = useNavigate();
  const { data: list, isPlaceholderData } = useQuery(undeliverableQuery(page));
  const openFirst = () => void navigate({ to: '/admin/mail' });
  return (
    <>
      <p className={styles.lead}>{t('admin.mailLead')}</p>
      <RowList<UndeliverableEmail>
        texts={texts()}
        list={list}
        isStale={isPlaceholderData}
        page={page}
        hrefOf={(to) => `/admin/mail${stringifySearch({ page: to })}`}
        renderItem={(email) => <EmailRow email={email} />}
        icon={<MailX />}
        onClear={openFirst}
        empty={{ title: t('admin.noEmails'), description: t('admin.noEmailsHelp') }}
      />
    </>
  );
}

function EmailRow({ email }: { email: UndeliverableEmail }) {
  const { id, kind, about, recipient, maskedAddress, reason, at } = email;
  const act = useAdminAction();
  const name = recipient ?? t('admin.nameless');
  const labels = { name, about };
  return (
    <div className={rows.row}>
      <div className={rows.what}>
        <p className={rows.title}>
          {kind === 'invitation' ? t('admin.invitationTo', labels) : t('admin.receiptTo', labels)}
        </p>
        <p className={rows.facts}>
          {maskedAddress === null ? t('admin.noAddress') : maskedAddress} · {momentLabel(at)}
        </p>
        <p className={styles.value}>{reason}</p>
      </div>
      <div className={rows.tools}>
        <Button
          size="small"
          aria-label={t('admin.sendAgainTo', labels)}
          onPress={() =>
            void act(() => call(retryUndeliverable, { params: { emailId: id } }), t('admin.emailQueued', { name }))
          }
        >
          {t('admin.sendAgain')}
        </Button>
        <ConfirmButton
          size="small"
          actionVariant="danger"
          label={t('admin.dismiss')}
          ariaLabel={t('admin.dismissEmailTo', labels)}
          title={t('admin.dismissTitle')}
          text={t('admin.dismissText', { name })}
          onConfirm={() =>
            act(() => call(dismissUndeliverable, { params: { emailId: id } }), t('admin.emailDismissed', { name }))
          }
        />
      </div>
    </div>
  );
}
