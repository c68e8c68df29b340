import type { AnswerCount } from '@portico/contracts/studio/formsDesk';
import { EmptyState } from '@portico/ui/EmptyState';
import { Skeleton, SkeletonGroup } from '@portico/ui/Skeleton';
import { useQuery } from '@tanstack/react-query';
import ClipboardList from 'lucide-react/icons/clipboard-list';
import { PageHeading } from '../../kit/PageHeading.tsx';
import { PortalLink, PortalLinkButton } from '../../kit/PortalLink.tsx';
import { t } from '../../locale/text.ts';
import page from '../StudioPage.module.css';
import { deskHref } from './deskAddress.ts';
import { answerCountsQuery, type DeskQuery } from './formsDesk.queries.ts';
import styles from './formsDesk.module.css';

/** How often each answer was given, as bars in a table; each number leads to its entries. */
export function AnswersView({ formId, query }: { formId: string; query: DeskQuery }) {
  const { data } = useQuery(answerCountsQuery(formId, query));
  return (
    <div className={page.page}>
      <PageHeading title={data?.title ?? t('formsDesk.showAnswers')} />
      <p data-print="hidden">
        <PortalLinkButton href={deskHref(formId, query)}>{t('formsDesk.back')}</PortalLinkButton>
      </p>
      {!data && (
        <SkeletonGroup label={t('formsDesk.loadingAnswers')}>
          <Skeleton shape="box" height="16rem" />
        </SkeletonGroup>
      )}
      {data?.total === 0 && (
        <EmptyState
          headingLevel={2}
          icon={<ClipboardList />}
          title={t('formsDesk.noEntryMatches')}
          description={t('formsDesk.noMatchAdvice')}
        />
      )}
      {data &&
        data.total > 0 &&
        data.items.map((question) => (
          <Question key={question.alias} formId={formId} query={query} question={question} total={data.total} />
        ))}
    </div>
  );
}

interface QuestionProps {
  formId: string;
  query: DeskQuery;
  question: AnswerCount;
  total: number;
}

function Question({ formId, query, question: { alias, label, answered, options }, total }: QuestionProps) {
  const hrefOf = (value: string) =>
    deskHref(formId, query, { answer: [...new Set([...[query.answer ?? []].flat(), `${alias}:${value}`])] });
  const share = (entries: number) => (answered === 0 ? 0 : Math.round((entries / answered) * 100));
  return (
    <section className={styles.card}>
      <table className={styles.table}>
        <caption className={styles.caption}>
          <strong>{label}</strong> {t('formsDesk.answered', { answered, total })}
        </caption>
        <thead>
          <tr>
            <th scope="col">{t('formsDesk.answer')}</th>
            <th scope="col">{t('formsDesk.entryCount')}</th>
            <th scope="col">{t('formsDesk.share')}</th>
          </tr>
        </thead>
        <tbody>
          {options.map(({ value, label: name, entries }) => (
            <tr key={value}>
              <th scope="row">{entries > 0 ? <PortalLink href={hrefOf(value)}>{name}</PortalLink> : name}</th>
              <td>{entries.toLocaleString('en-US')}</td>
              <td>
                <span className={styles.share}>
                  <span className={styles.bar} style={{ inlineSize: `${share(entries)}%` }} aria-hidden="true" />
                  {t('formsDesk.percent', { share: share(entries) })}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
