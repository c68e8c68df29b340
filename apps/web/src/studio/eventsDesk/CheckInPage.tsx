import { cleanText } from '@portico/kinds/typedText';
import { Banner } from '@portico/ui/Banner';
import { Button } from '@portico/ui/Button';
import { classes } from '@portico/ui/classes';
import { EmptyState } from '@portico/ui/EmptyState';
import { lazyInBackground } from '@portico/ui/lazyInBackground';
import { SearchField } from '@portico/ui/SearchField';
import { SegmentedControl } from '@portico/ui/SegmentedControl';
import { Skeleton } from '@portico/ui/Skeleton';
import { StatusLabel } from '@portico/ui/StatusLabel';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import CircleCheck from 'lucide-react/icons/circle-check';
import Circle from 'lucide-react/icons/circle';
import Users from 'lucide-react/icons/users';
import { Suspense, useState } from 'react';
import { foldWords } from '@portico/contracts/foldWords';
import { timeLabel } from '../../dates/dateLabels.ts';
import { PageHeading } from '../../kit/PageHeading.tsx';
import { PortalLink } from '../../kit/PortalLink.tsx';
import { t } from '../../locale/text.ts';
import { withTexts } from '../../locale/loadTexts.ts';
import page from '../StudioPage.module.css';
import { reasonOf } from '../reasonOf.ts';
import { statusLabel } from './deskLabels.ts';
import styles from './eventsDesk.module.css';
import { deskEventQuery } from './eventsDesk.queries.ts';
import { useCheckIn, type CheckInPerson } from './useCheckIn.ts';

const importCode = withTexts(['checkIn'], () => import('./CheckInCodeDialog.tsx'));
const CheckInCodeDialog = lazyInBackground(async () => ({ default: (await importCode()).CheckInCodeDialog }));

type Shown = 'All' | 'Expected' | 'Here';

/** Every typed word begins a word of the name, however both are accented. */
function isNamed({ name, email }: CheckInPerson, text: string): boolean {
  const words = foldWords(`${name} ${email ?? ''}`);
  return foldWords(text).every((typed) => words.some((word) => word.startsWith(typed)));
}

/** The list for a tablet at the door: one large button for each person. */
export function Page() {
  const { itemId } = useParams({ strict: false }) as { itemId: string };
  const { data: event } = useQuery({ ...deskEventQuery(itemId), throwOnError: false });
  const checkIn = useCheckIn(itemId);
  const [typed, setTyped] = useState('');
  const [shown, setShown] = useState<Shown>('All');
  const [isShowingCode, setIsShowingCode] = useState(false);
  const text = cleanText(typed);
  const { people, error, isHere, isOffline, unsent, problem } = checkIn;
  const expected = people?.filter((person) => !['Canceled', 'None'].includes(person.status) || isHere(person)) ?? [];
  const here = people?.filter(isHere).length ?? 0;
  // People who canceled and come anyway are found by name.
  const listed = (text === '' ? expected : (people ?? []))
    .filter((person) => isNamed(person, text))
    .filter((person) => shown === 'All' || isHere(person) === (shown === 'Here'));
  return (
    <div className={page.page}>
      <PageHeading title={t('desk.checkInTitle')} />
      <p>
        <PortalLink href={`/studio/events/${itemId}`}>{event?.header ?? t('desk.backToEvent')}</PortalLink>
      </p>
      <div>
        <Button onPress={() => setIsShowingCode(true)}>{t('desk.byCode')}</Button>
      </div>
      <Suspense fallback={null}>
        {isShowingCode && <CheckInCodeDialog itemId={itemId} onClose={() => setIsShowingCode(false)} />}
      </Suspense>
      {isOffline && (
        <Banner tone="warning" isLive>
          {unsent === 0 ? t('desk.offline') : t('desk.offlineKept', { count: unsent })}
        </Banner>
      )}
      {problem !== undefined && (
        <Banner tone="danger" isLive>
          {problem}
        </Banner>
      )}
      {checkIn.replaced.map(({ id, name, isHere: isThere, by, at }) => (
        <Banner key={id} isLive onDismiss={() => checkIn.dismiss(id)}>
          {t(isThere ? 'desk.replacedHere' : 'desk.replacedNotHere', {
            name,
            by: by ?? t('desk.somebody'),
            time: timeLabel(at),
          })}
        </Banner>
      ))}
      {error && (
        <EmptyState
          headingLevel={2}
          icon={<Users />}
          title={t('desk.listNotLoaded')}
          description={reasonOf(error)}
          action={<Button onPress={checkIn.retry}>{t('shared.tryAgain')}</Button>}
        />
      )}
      {!people && !error && <Skeleton shape="box" height="20rem" />}
      {people && (
        <>
          <p role="status" className={styles.reached}>
            {t('desk.hereOf', { number: here, total: expected.length })}
          </p>
          <div className={classes(styles.doorFilters, styles.filters)}>
            <SearchField
              label={t('desk.findPeople')}
              placeholder={t('desk.findPeople')}
              value={typed}
              onChange={setTyped}
            />
            <SegmentedControl<Shown>
              label={t('desk.show')}
              value={shown}
              options={[
                { value: 'All', label: t('desk.all') },
                { value: 'Expected', label: t('desk.notHereYet') },
                { value: 'Here', label: t('desk.here') },
              ]}
              onChange={setShown}
            />
          </div>
          {listed.length === 0 && (
            <EmptyState
              headingLevel={2}
              icon={<Users />}
              title={t(text === '' && shown === 'All' ? 'desk.nobody' : 'desk.nobodyMatches')}
            />
          )}
          <ul className={styles.door}>
            {listed.map((person) => (
              <li key={person.id}>
                <button
                  type="button"
                  className={styles.doorPerson}
                  aria-pressed={isHere(person)}
                  onClick={() => checkIn.press(person)}
                >
                  <span className={styles.doorIcon} aria-hidden="true">
                    {isHere(person) ? <CircleCheck /> : <Circle />}
                  </span>
                  <span className={styles.doorName}>{person.name}</span>
                  <span className={styles.doorState}>
                    {person.status !== 'Registered' && <StatusLabel>{statusLabel(person)}</StatusLabel>}{' '}
                    {isHere(person) ? t('desk.here') : ''}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
