import type { PortalEvent } from '@portico/contracts/events';
import { MORE_TIME, type OwnWatching } from '@portico/contracts/watching';
import { Button } from '@portico/ui/Button';
import { ProgressBar } from '@portico/ui/ProgressBar';
import { Switch } from '@portico/ui/Switch';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { eventDateLabel, timeLabel } from '../../../dates/dateLabels.ts';
import { t } from '../../../locale/text.ts';
import { playsElsewhere } from './playsElsewhere.ts';
import { PresenceCheck } from './PresenceCheck.tsx';
import { useWatching, type WatchingProblem } from './useWatching.ts';
import { ownWatchingQuery } from './watching.queries.ts';
import styles from './WatchCard.module.css';

/** "2 minutes", or "90 seconds". */
function limitLabel(seconds: number): string {
  const minutes = seconds / 60;
  return Number.isInteger(minutes)
    ? t('watching.inMinutes', { count: minutes })
    : t('watching.inSeconds', { count: seconds });
}

const hasAll = ({ seconds, minutes, answered, checks }: OwnWatching): boolean =>
  seconds >= minutes * 60 && answered >= checks;

/** Why the reader can't watch now; undefined if they can. */
function obstacleOf(own: OwnWatching, now: Date): string | undefined {
  const { mayWatch, opensAt, closesAt } = own;
  if (hasAll(own)) return t('watching.refused');
  if (closesAt !== null && now >= new Date(closesAt)) return t('watching.over');
  if (!mayWatch) return t('watching.noSpot');
  if (now < new Date(opensAt))
    return t('watching.opens', { moment: `${eventDateLabel(opensAt)}, ${timeLabel(opensAt)}` });
  return undefined;
}

function problemLabel(problem: WatchingProblem): string {
  if (typeof problem === 'object') return problem.reason;
  return t(
    problem === 'Missed' ? 'watching.missed' : problem === 'Elsewhere' ? 'watching.elsewhere' : 'watching.offline',
  );
}

/** What of an event the reader has watched and must still watch, and the checks whether they are there. */
export function WatchCard({ event, now }: { event: PortalEvent; now: Date }) {
  const { data } = useQuery(ownWatchingQuery(event.id));
  const isHere = data?.isHere ?? false;
  const obstacle = data && obstacleOf(data, now);
  const followsFilm = data?.what === 'Film' && !playsElsewhere(event);
  const { problem, isWatching, wants, start, pause, hasMoreTime, setMoreTime, answer } = useWatching(event.id, {
    known: data,
    followsFilms: followsFilm && !isHere && obstacle === undefined,
  });
  const helpId = useId();
  const done = useRef<HTMLParagraphElement>(null);
  const hasWatched = useRef(false);
  useEffect(() => {
    if (isWatching) hasWatched.current = true;
    // What was pressed is gone; keyboard and screen reader go on where its outcome is.
    if (isHere && hasWatched.current && document.activeElement === document.body) done.current?.focus();
  }, [isHere, isWatching]);
  if (!data) return null;
  const { what, minutes, checks, answerSeconds, seconds, answered, check } = data;
  const limit = limitLabel(answerSeconds * (hasMoreTime ? MORE_TIME : 1));
  return (
    <section aria-labelledby="watching" className={styles.card} data-print="hidden">
      <h2 id="watching" className={styles.title}>
        {t('watching.title')}
      </h2>
      {isHere ? (
        <p ref={done} role="status" tabIndex={-1}>
          {t('watching.done')}
        </p>
      ) : (
        <>
          <p>
            {t('watching.needs', { count: minutes })} {checks > 0 && t('watching.asks', { count: checks })}
          </p>
          <ProgressBar
            label={t('watching.minutes')}
            value={seconds}
            max={minutes * 60}
            valueLabel={t('watching.minutesOf', { minutes: Math.floor(seconds / 60), total: minutes })}
          />
          {checks > 0 && (
            <ProgressBar
              label={t('watching.checks')}
              value={answered}
              max={checks}
              valueLabel={t('watching.checksOf', { answered: Math.min(answered, checks), total: checks })}
            />
          )}
          {obstacle === undefined ? (
            <>
              <p className={styles.note}>
                {t(
                  what === 'Meeting'
                    ? 'watching.countsMeeting'
                    : followsFilm
                      ? 'watching.countsPlaying'
                      : 'watching.countsPage',
                )}
              </p>
              <p role="status" className={styles.state} data-problem={problem === undefined ? undefined : ''}>
                {problem === undefined
                  ? t(isWatching ? 'watching.counting' : 'watching.paused')
                  : `${problemLabel(problem)} ${followsFilm && problem !== 'Offline' ? t('watching.goOn') : ''}`}
              </p>
              {!followsFilm && (
                <Button variant={wants ? 'secondary' : 'primary'} onPress={wants ? pause : start}>
                  {t(wants ? 'watching.pause' : 'watching.start')}
                </Button>
              )}
              {checks > 0 && (
                <div>
                  <Switch isSelected={hasMoreTime} onChange={setMoreTime} describedBy={helpId}>
                    {t('watching.moreTime')}
                  </Switch>
                  <p id={helpId} className={styles.note}>
                    {t('watching.moreTimeHelp', { time: limit })}
                  </p>
                </div>
              )}
            </>
          ) : (
            <p className={styles.note}>{obstacle}</p>
          )}
          {check && <PresenceCheck key={check.id} limit={limit} onAnswer={() => answer(check.id)} />}
        </>
      )}
    </section>
  );
}
