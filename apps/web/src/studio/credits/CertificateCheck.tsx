import { ApiError } from '@portico/client/ApiError';
import { certificateNumberOf } from '@portico/contracts/certificateNumbers';
import { topicLabel } from '@portico/kinds/credits';
import { Button } from '@portico/ui/Button';
import { EmptyState } from '@portico/ui/EmptyState';
import { Skeleton } from '@portico/ui/Skeleton';
import { TextField } from '@portico/ui/TextField';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import SearchX from 'lucide-react/icons/search-x';
import { useState } from 'react';
import rows from '../../kit/list/Rows.module.css';
import { PortalLink } from '../../kit/PortalLink.tsx';
import settings from '../../kit/SettingsPage.module.css';
import { t } from '../../locale/text.ts';
import { stringifySearch } from '../../routing/searchParams.ts';
import { dayLabel, instantLabel } from '../confirmations/confirmationLabels.ts';
import { certificateQuery, personCreditsHref } from './credits.queries.ts';

/** Checks the number of a certificate, which is in the address. */
export function CertificateCheck() {
  const { number } = useSearch({ strict: false }) as { number?: unknown };
  const asked = typeof number === 'string' ? number : '';
  const navigate = useNavigate();
  const [typed, setTyped] = useState(asked);
  const [isWrong, setIsWrong] = useState(false);
  const known = certificateNumberOf(asked);
  const check = () => {
    const found = certificateNumberOf(typed);
    setIsWrong(found === undefined);
    if (found !== undefined)
      void navigate({
        to: `/studio/credits${stringifySearch({ view: 'certificates', number: found })}`,
        replace: true,
        resetScroll: false,
      });
  };
  return (
    <>
      <p className={settings.lead}>{t('credits.findCertificateLead')}</p>
      <form
        className={settings.panel}
        onSubmit={(event) => {
          event.preventDefault();
          check();
        }}
      >
        <TextField
          label={t('credits.number')}
          help={t('credits.numberHelp')}
          value={typed}
          error={isWrong ? t('credits.numberWrong') : undefined}
          maxLength={40}
          onChange={setTyped}
        />
        <div className={rows.tools}>
          <Button type="submit" variant="primary">
            {t('credits.find')}
          </Button>
        </div>
      </form>
      {known !== undefined && <Found number={known} />}
    </>
  );
}

function Found({ number }: { number: string }) {
  const { data, error } = useQuery(certificateQuery(number));
  if (error instanceof ApiError && error.status === 404)
    return (
      <EmptyState
        headingLevel={2}
        icon={<SearchX />}
        title={t('credits.noCertificate')}
        description={t('credits.noCertificateAdvice')}
      />
    );
  if (error) throw error;
  if (!data) return <Skeleton shape="box" height="12rem" />;
  const { person, title, day, lines, notedBy, notedAt } = data;
  const when = notedAt === null ? undefined : instantLabel(notedAt);
  const facts = [
    [t('credits.number'), number],
    [
      t('credits.holder'),
      <PortalLink key="person" href={personCreditsHref(person.id)}>
        {person.name}
      </PortalLink>,
    ],
    [t('credits.event'), title],
    [t('credits.day'), dayLabel(day)],
    ...(when === undefined
      ? []
      : [
          [
            t('credits.noted'),
            notedBy === null ? t('credits.notedAt', { when }) : t('credits.notedBy', { name: notedBy, when }),
          ],
        ]),
    [
      t('credits.credits'),
      lines.map((line) => t('credits.topicHours', { topic: topicLabel(line), hours: line.hours })).join(' · '),
    ],
  ] as const;
  return (
    <section aria-labelledby="certificate-found" className={settings.section}>
      <h2 id="certificate-found">{t('credits.certificateHolds')}</h2>
      <dl className={rows.rows}>
        {facts.map(([name, value], position) => (
          <div key={position} className={rows.row}>
            <dt className={rows.facts}>{name}</dt>
            <dd className={rows.title}>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
