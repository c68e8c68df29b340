import type { CallResult } from '@portico/contracts/endpoint';
import type { compareFormVersions } from '@portico/contracts/studio/formsDesk';
import { Select } from '@portico/ui/Select';
import { Skeleton, SkeletonGroup } from '@portico/ui/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { PageHeading } from '../../kit/PageHeading.tsx';
import { PortalLink, PortalLinkButton } from '../../kit/PortalLink.tsx';
import { t } from '../../locale/text.ts';
import page from '../StudioPage.module.css';
import { deskHref } from './deskAddress.ts';
import { whenLabel } from './entryLabels.ts';
import { versionsQuery, type DeskQuery, type VersionsQuery } from './formsDesk.queries.ts';
import styles from './formsDesk.module.css';
import { FormComparison } from './FormComparison.tsx';

type Versions = CallResult<typeof compareFormVersions>;

interface VersionsViewProps {
  formId: string;
  /** Filters of the table, to go back to. */
  query: DeskQuery;
  sides: VersionsQuery;
}

/** All versions of a form with their entries, and two of them side by side. */
export function VersionsView({ formId, query, sides }: VersionsViewProps) {
  const { data } = useQuery(versionsQuery(formId, sides));
  return (
    <div className={page.page}>
      <PageHeading title={data ? t('formsDesk.versionsTitle', { title: data.title }) : t('formsDesk.versions')} />
      <p data-print="hidden">
        <PortalLinkButton href={deskHref(formId, query)}>{t('formsDesk.back')}</PortalLinkButton>
      </p>
      {!data && (
        <SkeletonGroup label={t('formsDesk.loadingVersions')}>
          <Skeleton shape="box" height="16rem" />
        </SkeletonGroup>
      )}
      {data && (
        <>
          <VersionsTable formId={formId} query={query} versions={data.versions} />
          <Sides formId={formId} query={query} data={data} />
        </>
      )}
    </div>
  );
}

function VersionsTable({
  formId,
  query,
  versions,
}: {
  formId: string;
  query: DeskQuery;
  versions: Versions['versions'];
}) {
  return (
    <div role="region" aria-label={t('formsDesk.versions')} tabIndex={0} className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('formsDesk.versionColumn')}</th>
            <th scope="col">{t('formsDesk.published')}</th>
            <th scope="col">{t('formsDesk.entryCount')}</th>
            <th scope="col">{t('formsDesk.compare')}</th>
          </tr>
        </thead>
        <tbody>
          {versions.map(({ version, publishedAt, entries }) => (
            <tr key={version}>
              <th scope="row">{versionLabel(version)}</th>
              <td>
                <time dateTime={publishedAt}>{whenLabel(publishedAt)}</time>
              </td>
              <td>
                {entries === 0 ? (
                  '0'
                ) : (
                  <PortalLink href={deskHref(formId, {}, { version: String(version) })}>
                    {t('formsDesk.totalCount', { count: entries })}
                  </PortalLink>
                )}
              </td>
              <td>
                {version > 1 && (
                  <PortalLink href={deskHref(formId, query, { view: 'versions', from: version - 1, to: version })}>
                    {t('formsDesk.compareWith', { version: version - 1 })}
                  </PortalLink>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const versionLabel = (version: number): string => t('formsDesk.versionNumber', { version });

/** The two versions to choose, and what differs between them. */
function Sides({ formId, query, data: { versions, from, to } }: { formId: string; query: DeskQuery; data: Versions }) {
  const navigate = useNavigate();
  const choose = (sides: { from: number; to: number }) =>
    void navigate({
      to: deskHref(formId, query, { view: 'versions', ...sides }),
      replace: true,
      resetScroll: false,
    });
  if (!from || versions.length === 1) return <p>{t('formsDesk.onlyVersion')}</p>;
  const options = versions.map(({ version }) => ({ value: String(version), label: versionLabel(version) }));
  return (
    <section aria-labelledby="compared" className={styles.fields}>
      <h2 id="compared" className={styles.subtitle}>
        {t('formsDesk.sideBySide')}
      </h2>
      <div className={styles.work} data-print="hidden">
        <Select
          label={t('formsDesk.compareFrom')}
          value={String(from.version)}
          options={options}
          onChange={(version) => choose({ from: Number(version), to: to.version })}
        />
        <Select
          label={t('formsDesk.compareTo')}
          value={String(to.version)}
          options={options}
          onChange={(version) => choose({ from: from.version, to: Number(version) })}
        />
      </div>
      <FormComparison
        before={from.form}
        after={to.form}
        names={{ before: versionLabel(from.version), after: versionLabel(to.version) }}
      />
    </section>
  );
}
