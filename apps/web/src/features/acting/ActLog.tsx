import type { Act } from '@portico/contracts/acting';
import { StatusLabel } from '@portico/ui/StatusLabel';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import History from 'lucide-react/icons/history';
import { eventDateLabel, timeLabel } from '../../dates/dateLabels.ts';
import type { ListTexts } from '../../kit/list/ListResults.tsx';
import { RowList } from '../../kit/list/RowList.tsx';
import rows from '../../kit/list/Rows.module.css';
import settings from '../../kit/SettingsPage.module.css';
import { t } from '../../locale/text.ts';
import { stringifySearch } from '../../routing/searchParams.ts';
import { actsQuery } from './acting.queries.ts';
import { actLabel } from './actLabel.ts';

const texts = (): ListTexts => ({
  one: t('acting.act'),
  many: t('acting.acts'),
  none: t('acting.noActs'),
  noMatch: t('acting.noActs'),
  advice: t('acting.noActsAdvice'),
  loading: t('acting.loadingLog'),
  pages: t('acting.logPages'),
});

const hrefOf = (page?: string) => `/delegates${stringifySearch({ page })}`;

/** What delegates did for the user, newest first. */
export function ActLog({ page }: { page: number }) {
  const navigate = useNavigate();
  const { data: list, isPlaceholderData } = useQuery(actsQuery(page));
  return (
    <section aria-labelledby="acting-log" className={settings.section}>
      <h2 id="acting-log" className={settings.subtitle}>
        {t('acting.log')}
      </h2>
      <RowList<Act>
        texts={texts()}
        list={list}
        isStale={isPlaceholderData}
        page={page}
        hrefOf={hrefOf}
        renderItem={(act) => <ActRow act={act} />}
        rowHeight="3.5rem"
        rowCount={3}
        isDense
        icon={<History />}
        onClear={() => void navigate({ to: hrefOf() })}
        empty={{ title: t('acting.noActs'), description: t('acting.noActsAdvice'), headingLevel: 3 }}
      />
    </section>
  );
}

function ActRow({ act }: { act: Act }) {
  const { delegate, title, at, isDone } = act;
  return (
    <div className={rows.row}>
      <div className={rows.what}>
        <p className={rows.title} dir="auto">
          {title === null ? actLabel(act) : `${actLabel(act)}: ${title}`}
        </p>
        <p className={rows.facts}>{`${delegate} · ${eventDateLabel(at)}, ${timeLabel(at)}`}</p>
      </div>
      {!isDone && <StatusLabel tone="warning">{t('acting.unsure')}</StatusLabel>}
    </div>
  );
}
