import { Skeleton } from '@portico/ui/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { newsDateLabel } from '../../dates/dateLabels.ts';
import { t } from '../../locale/text.ts';
import { signInsQuery } from './admin.queries.ts';
import rows from '../../kit/list/Rows.module.css';
import styles from './Admin.module.css';

/** How many people signed in on each recent day. */
export function SignIns() {
  const { data } = useQuery(signInsQuery());
  return (
    <section aria-labelledby="sign-ins" className={styles.section}>
      <h2 id="sign-ins" className={styles.subtitle}>
        {t('admin.signIns')}
      </h2>
      <p className={rows.facts}>{t('admin.signInsHelp')}</p>
      {!data && <Skeleton shape="box" height="16rem" />}
      {data && (
        <table className={styles.table} aria-labelledby="sign-ins">
          <thead>
            <tr>
              <th scope="col">{t('admin.signInDay')}</th>
              <th scope="col">{t('admin.signInPeople')}</th>
            </tr>
          </thead>
          <tbody>
            {data.days.map(({ day, people }) => (
              <tr key={day}>
                <td>{newsDateLabel(`${day}T00:00:00Z`, 'UTC')}</td>
                <td>{people}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
