import { ApiError } from '@portico/client/ApiError';
import { answerWatchingCheck, reportWatching, WATCH_REPORT_MS, type OwnWatching } from '@portico/contracts/watching';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { call } from '../../../api/call.ts';
import { readPersonal, writePersonal } from '../../../sign-in/personalStorage.ts';
import { eventQuery } from '../events.queries.ts';
import { ownWatchingQuery } from './watching.queries.ts';

const MORE_TIME_NAME = 'watching-more-time';

/** Why nothing counts here: another page does, a check was missed, the portal can't be reached, or what it says. */
export type WatchingProblem = 'Elsewhere' | 'Missed' | 'Offline' | { reason: string };

const films = (): HTMLVideoElement[] => [...document.querySelectorAll<HTMLVideoElement>('main video')];
const isPlaying = (film: HTMLVideoElement): boolean => !film.paused && !film.ended;

/** Pauses what plays, and leaves full screen, where a check couldn't be seen. Returns what was paused. */
function pauseFilms(): HTMLVideoElement[] {
  const paused = films().filter(isPlaying);
  for (const film of paused) film.pause();
  if (document.fullscreenElement) void document.exitFullscreen();
  return paused;
}

function followVisibility(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}
const isInView = (): boolean => document.visibilityState === 'visible';

/** Calls back when a video on the page begins to play, and when none does any more. */
function useFilms(isFollowed: boolean, onChange: (plays: boolean) => void): void {
  useEffect(() => {
    if (!isFollowed) return undefined;
    // These events don't bubble.
    const follow = () => onChange(films().some(isPlaying));
    const names = ['playing', 'pause', 'ended'];
    for (const name of names) document.addEventListener(name, follow, true);
    return () => {
      for (const name of names) document.removeEventListener(name, follow, true);
    };
  }, [isFollowed, onChange]);
}

/**
 * Reports what the reader watches, while they do: a video of the page if `followsFilms`, and what is between `start`
 * and `pause`. `known` is what the server last said; only the server counts.
 */
export function useWatching(
  eventId: string,
  { known, followsFilms }: { known: OwnWatching | undefined; followsFilms: boolean },
) {
  const cache = useQueryClient();
  const own = ownWatchingQuery(eventId);
  const [watchId] = useState(() => crypto.randomUUID());
  const [wants, setWants] = useState(false);
  /** Whether this page is the one that counts, as far as it knows. */
  const [isRunning, setRunning] = useState(false);
  const [problem, setProblem] = useState<WatchingProblem>();
  const [hasMoreTime, setMoreTime] = useState(() => readPersonal(MORE_TIME_NAME) === true);
  const isVisible = useSyncExternalStore(followVisibility, isInView);
  const mustStart = useRef(true);
  const paused = useRef<HTMLVideoElement[]>([]);
  /** Reports are sent one after the other, so that a pause is the last one. */
  const queue = useRef(Promise.resolve());
  const isWatching = wants && isVisible && !known?.check;

  const stop = useCallback((why?: WatchingProblem) => {
    mustStart.current = true;
    setRunning(false);
    setWants(false);
    setProblem(why);
    if (why !== undefined) pauseFilms();
  }, []);

  const receive = (next: OwnWatching) => {
    const before = cache.getQueryData(own.queryKey);
    cache.setQueryData(own.queryKey, next);
    setProblem(undefined);
    if (next.check && !before?.check) paused.current = pauseFilms();
    if (next.isHere) {
      stop();
      void cache.invalidateQueries({ queryKey: eventQuery(eventId).queryKey });
    } else if (next.missed > (before?.missed ?? next.missed)) stop('Missed');
    else if (isRunning && !next.isOwn) stop('Elsewhere');
  };

  const fail = (error: unknown) => {
    if (error instanceof ApiError && error.code === 'conflict') stop({ reason: error.detail });
    else setProblem('Offline');
  };

  const send = async (watches: boolean) => {
    const isStart = mustStart.current;
    if (isStart && !watches) return;
    try {
      const body = { watchId, hasMoreTime, isStart, isWatching: watches };
      const next = await call(reportWatching, { params: { eventId }, body });
      mustStart.current = false;
      receive(next);
    } catch (error) {
      fail(error);
    }
  };
  const report = (watches: boolean) => {
    queue.current = queue.current.then(() => send(watches));
  };

  const reporting = useRef(report);
  useEffect(() => {
    reporting.current = report;
  });
  useEffect(() => {
    if (!isRunning) return undefined;
    reporting.current(isWatching);
    const timer = setInterval(() => reporting.current(isWatching), WATCH_REPORT_MS);
    return () => clearInterval(timer);
  }, [isRunning, isWatching]);

  const watch = useCallback((plays: boolean) => {
    setWants(plays);
    if (plays) setRunning(true);
  }, []);
  useFilms(followsFilms, watch);

  return {
    problem,
    isWatching: isWatching && isRunning && problem === undefined,
    wants,
    start: () => watch(true),
    pause: () => watch(false),
    hasMoreTime,
    setMoreTime: (isOn: boolean) => {
      setMoreTime(isOn);
      writePersonal(MORE_TIME_NAME, isOn);
    },
    /** Answers the check, and plays on what it paused. */
    answer: async (checkId: string) => {
      try {
        receive(await call(answerWatchingCheck, { params: { eventId }, body: { watchId, hasMoreTime, checkId } }));
        for (const film of paused.current) void film.play();
        paused.current = [];
      } catch (error) {
        fail(error);
      }
    },
  };
}
