import type { ApplicationPerson } from '@portico/contracts/admin/applications';
import type { ApplicationName } from '@portico/contracts/applications';
import { AccessLevel } from '@portico/contracts/users';
import { Button } from '@portico/ui/Button';
import { Select } from '@portico/ui/Select';
import { StatusLabel } from '@portico/ui/StatusLabel';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import UserRoundX from 'lucide-react/icons/user-round-x';
import { useState } from 'react';
import type { ListTexts } from '../../../kit/list/ListResults.tsx';
import { ListSearch } from '../../../kit/list/ListSearch.tsx';
import { RowList } from '../../../kit/list/RowList.tsx';
import rows from '../../../kit/list/Rows.module.css';
import { PortalLink } from '../../../kit/PortalLink.tsx';
import { t } from '../../../locale/text.ts';
import { stringifySearch } from '../../../routing/searchParams.ts';
import styles from '../Admin.module.css';
import { levelLabel, originLabel, personHref } from './applicationLabels.ts';
import { applicationPeopleQuery, type ApplicationPeopleQuery } from './applications.queries.ts';
import { ChangeAccessDialog, type AccessSubject } from './ChangeAccessDialog.tsx';

const levels = ['Access', 'ActionRequired', 'None'] as const satisfies AccessLevel[];

const texts = (): ListTexts => ({
  one: t('admin.person'),
  many: t('admin.persons'),
  none: t('applications.nobody'),
  noMatch: t('admin.noPersonMatches'),
  advice: t('admin.noPersonAdvice'),
  loading: t('admin.loadingPeople'),
  pages: t('admin.peoplePages'),
});

/** Who has access, with a search among everyone. */
export function ApplicationPeople({ application }: { application: ApplicationName }) {
  const { text, page, level }: Record<string, unknown> = useSearch({ strict: false });
  const chosen = levels.find((each) => each === level);
  const query: ApplicationPeopleQuery = {
    ...(typeof text === 'string' || typeof text === 'number' ? { text: String(text) } : {}),
    ...(Number(page) > 1 ? { page: String(page) } : {}),
    ...(chosen ? { level: chosen } : {}),
  };
  const navigate = useNavigate();
  const { data: list, isPlaceholderData } = useQuery(applicationPeopleQuery(application, query));
  const [subject, setSubject] = useState<AccessSubject>();
  const hrefOf = (next: ApplicationPeopleQuery) => `/admin/applications${stringifySearch({ application, ...next })}`;
  const show = (next: ApplicationPeopleQuery) =>
    void navigate({ to: hrefOf({ ...query, page: undefined, ...next }), replace: true, resetScroll: false });
  return (
    <section aria-labelledby="application-people" className={styles.section}>
      <h3 id="application-people">{t('applications.peopleTitle')}</h3>
      <p className={styles.lead}>{t('applications.peopleLead')}</p>
      <div className={rows.filters}>
        <ListSearch
          label={t('admin.findPeople')}
          text={query.text ?? ''}
          onChange={({ text: typed }) => show({ text: typed || undefined })}
        />
        <Select
          label={t('applications.level')}
          value={chosen ?? ''}
          onChange={(value) => show({ level: levels.find((each) => each === value) })}
          options={[
            { value: '', label: t('applications.anyLevel') },
            ...levels.map((each) => ({ value: each, label: levelLabel(each) })),
          ]}
        />
      </div>
      <RowList<ApplicationPerson>
        texts={texts()}
        list={list}
        isStale={isPlaceholderData}
        page={Number(query.page ?? 1)}
        hrefOf={(to) => hrefOf({ ...query, page: to })}
        renderItem={(person) => (
          <PersonRow
            person={person}
            onChange={() =>
              setSubject({ kind: 'Person', userId: person.id, name: person.name, level: person.ownLevel })
            }
          />
        )}
        icon={<UserRoundX />}
        onClear={() => show({ text: undefined, level: undefined })}
        onFirstPage={() => show({})}
        empty={
          query.text === undefined && !chosen
            ? { title: t('applications.nobody'), description: t('applications.nobodyAdvice'), headingLevel: 3 }
            : undefined
        }
      />
      {subject && (
        <ChangeAccessDialog application={application} subject={subject} onClose={() => setSubject(undefined)} />
      )}
    </section>
  );
}

function PersonRow({ person, onChange }: { person: ApplicationPerson; onChange: () => void }) {
  const { id, name, email, isDisabled, accessLevel } = person;
  return (
    <div className={rows.row}>
      <div className={rows.what}>
        <p className={rows.title}>
          <PortalLink href={personHref(id)}>{name}</PortalLink>
        </p>
        <p className={rows.facts}>{[email !== name && email, originLabel(person)].filter(Boolean).join(' · ')}</p>
      </div>
      <StatusLabel>{accessLevel === null ? t('applications.noLevel') : levelLabel(accessLevel)}</StatusLabel>
      {isDisabled && <StatusLabel>{t('admin.accountDisabled')}</StatusLabel>}
      <Button size="small" aria-label={t('applications.changeOf', { name })} onPress={onChange}>
        {t('applications.change')}
      </Button>
    </div>
  );
}
