import type { ResourceSummary } from '@portico/contracts/resources';
import { newsDateLabel } from '../../dates/dateLabels.ts';
import { ForEditors } from '../../kit/EditLink.tsx';
import styles from '../../kit/list/ListTable.module.css';
import { PortalLink } from '../../kit/PortalLink.tsx';
import { t } from '../../locale/text.ts';

/** A table of resources. */
export function ResourceTable({ resources }: { resources: readonly ResourceSummary[] }) {
  return (
    <table className={styles.table} aria-label={t('shared.resourcesTitle')}>
      <thead>
        <tr>
          <th scope="col">{t('shared.titleColumn')}</th>
          <th scope="col">{t('shared.category')}</th>
          <th scope="col">{t('shared.department')}</th>
          <th scope="col">{t('shared.published')}</th>
        </tr>
      </thead>
      <tbody>
        {resources.map(({ id, header, description, categories, department, publishedAt }) => (
          <tr key={id}>
            <th scope="row" className={styles.name}>
              <div className={styles.lead}>
                <div className={styles.words}>
                  <PortalLink href={`/resources/${id}`} className={styles.title}>
                    {header}
                  </PortalLink>
                  <p className={styles.description}>{description}</p>
                </div>
                <ForEditors itemId={id} title={header} />
              </div>
            </th>
            <td className={styles.minor}>{categories.join(', ')}</td>
            <td className={styles.minor}>{department}</td>
            <td className={styles.date}>
              <time dateTime={publishedAt}>{newsDateLabel(publishedAt)}</time>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
