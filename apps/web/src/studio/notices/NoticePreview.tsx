import type { Audience } from '@portico/kinds/audience';
import type { NewNotice } from '@portico/contracts/notifications';
import type { PersonSummary } from '@portico/contracts/studio/audience';
import { Button } from '@portico/ui/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../locale/text.ts';
import { includesPersonQuery } from '../audience/audience.queries.ts';
import { PersonPicker } from '../audience/PersonPicker.tsx';
import styles from './NoticeForm.module.css';

/** Whether a chosen person gets the notice, and what they see of it. */
export function NoticePreview({ notice }: { notice: NewNotice & Audience }) {
  const [person, setPerson] = useState<PersonSummary>();
  if (!person) return <PersonPicker label={t('notifications.previewAs')} withDisabled onPick={setPerson} />;
  return (
    <section aria-label={t('notifications.previewFor', { name: person.name })} className={styles.preview}>
      <Outcome notice={notice} person={person} />
      <div>
        <Button size="small" onPress={() => setPerson(undefined)}>
          {t('notifications.endPreview')}
        </Button>
      </div>
    </section>
  );
}

function Outcome({ notice, person: { id, name } }: { notice: NewNotice & Audience; person: PersonSummary }) {
  const { data, isError } = useQuery(includesPersonQuery(notice, id));
  if (isError) return <p role="alert">{t('notifications.previewFailed')}</p>;
  if (!data) return <p role="status">{t('notifications.previewLoading')}</p>;
  return (
    <>
      <p role="status">{t(outcomeKey(data), { name })}</p>
      {data.isIncluded && (
        <div className={styles.previewed}>
          <strong>{notice.title || t('notifications.noTitleYet')}</strong>
          {notice.description !== '' && <p>{notice.description}</p>}
          {notice.link !== null && <p>{notice.link}</p>}
        </div>
      )}
    </>
  );
}

function outcomeKey({ isIncluded, isDisabled }: { isIncluded: boolean; isDisabled: boolean }) {
  if (isDisabled) return 'notifications.previewDisabled' as const;
  return isIncluded ? ('notifications.previewGets' as const) : ('notifications.previewGetsNot' as const);
}
