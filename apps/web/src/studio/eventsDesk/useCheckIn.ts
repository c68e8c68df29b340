import { ApiError } from '@portico/client/ApiError';
import type { CallResult } from '@portico/contracts/endpoint';
import { MAX_PRESSES, saveAttendance, type listCheckIn } from '@portico/contracts/studio/eventsDesk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { z } from 'zod/mini';
import { call } from '../../api/call.ts';
import { t } from '../../locale/text.ts';
import { personalStorage } from '../../sign-in/personalStorage.ts';
import { reasonOf } from '../reasonOf.ts';
import { checkInQuery } from './eventsDesk.queries.ts';

export type CheckInPerson = CallResult<typeof listCheckIn>['items'][number];

const RETRY_MS = 10_000;

const Press = z.object({ isHere: z.boolean(), pressedAt: z.iso.datetime() });
type Press = z.infer<typeof Press>;
const Presses = z.record(z.string(), Press);
type Presses = z.infer<typeof Presses>;

const nextBatch = (presses: Presses) => Object.entries(presses).slice(0, MAX_PRESSES);

/** A press that another organizer's later press replaced. */
interface Replaced {
  id: string;
  name: string;
  isHere: boolean;
  by: string | null;
  at: string;
}

const isPermanent = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;

/**
 * The people of an event and who is there. The list and everything that was pressed stay in this browser until the
 * server has it, also when the page is closed; then the last press for each person counts.
 */
export function useCheckIn(itemId: string) {
  const listName = `check-in.${itemId}`;
  const pressesName = `check-in-presses.${itemId}`;
  const cache = useQueryClient();
  const { data, error, refetch } = useQuery(checkInQuery(itemId));
  const [stored] = useState(() => personalStorage.read(listName) as CheckInPerson[] | undefined);
  useEffect(() => {
    if (data) personalStorage.write(listName, data.items);
  }, [data, listName]);
  const readPresses = useCallback((): Presses => {
    const parsed = Presses.safeParse(personalStorage.read(pressesName));
    return parsed.success ? parsed.data : {};
  }, [pressesName]);
  const [unsent, setUnsent] = useState<Presses>(readPresses);
  // What this page sent, to notice when someone else changes it.
  const [sent, setSent] = useState<Record<string, boolean>>({});
  const [isOffline, setIsOffline] = useState(false);
  const [problem, setProblem] = useState<string>();
  // Storage can be full or turned off; presses then stay in this page.
  const latest = useRef(unsent);
  const change = useCallback(
    (apply: (presses: Presses) => Presses) => {
      // Another tab may have added presses.
      const next = apply({ ...readPresses(), ...latest.current });
      latest.current = next;
      setUnsent(next);
      personalStorage.write(pressesName, next);
    },
    [pressesName, readPresses],
  );
  const isSending = useRef(false);
  const send = useCallback(async () => {
    if (isSending.current) return;
    isSending.current = true;
    try {
      // Until nothing is left that was pressed in the meantime.
      for (let batch = nextBatch(latest.current); batch.length > 0; batch = nextBatch(latest.current)) {
        const presses = batch.map(([personId, press]) => ({ personId, ...press }));
        const body = { sentAt: new Date().toISOString(), presses };
        const { items } = await call(saveAttendance, { params: { itemId }, body });
        const outcomes = new Map(
          items.map(({ personId, isHere, pressedAt, pressedBy }) => [personId, { isHere, pressedAt, pressedBy }]),
        );
        cache.setQueryData(
          checkInQuery(itemId).queryKey,
          (list) =>
            list && {
              items: list.items.map((person) => ({
                ...person,
                attendance: outcomes.get(person.id) ?? person.attendance,
              })),
            },
        );
        setSent((before) => ({ ...before, ...Object.fromEntries(batch.map(([id, { isHere }]) => [id, isHere])) }));
        const isSent = (id: string, press: Press) =>
          batch.some(([sentId, { pressedAt }]) => sentId === id && pressedAt === press.pressedAt);
        change((now) => Object.fromEntries(Object.entries(now).filter(([id, press]) => !isSent(id, press))));
        setIsOffline(false);
        setProblem(outcomes.size < batch.length ? t('desk.noLongerListed') : undefined);
      }
    } catch (failure) {
      setIsOffline(!isPermanent(failure));
      setProblem(isPermanent(failure) ? t('desk.notRecorded', { reason: reasonOf(failure) }) : undefined);
    } finally {
      isSending.current = false;
    }
  }, [cache, change, itemId]);
  const count = Object.keys(unsent).length;
  useEffect(() => {
    if (count === 0) return undefined;
    void send();
    const timer = setInterval(() => void send(), RETRY_MS);
    const onOnline = () => void send();
    window.addEventListener('online', onOnline);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', onOnline);
    };
  }, [count, send]);
  const people = data?.items ?? stored;
  const isHere = (person: CheckInPerson) => unsent[person.id]?.isHere ?? person.attendance?.isHere ?? false;
  const replaced = (people ?? []).flatMap(({ id, name, attendance }): Replaced[] =>
    attendance && sent[id] !== undefined && unsent[id] === undefined && attendance.isHere !== sent[id]
      ? [{ id, name, isHere: attendance.isHere, by: attendance.pressedBy, at: attendance.pressedAt }]
      : [],
  );
  return {
    people,
    /** Why the list could not be loaded, if this browser has none. */
    error: people ? null : error,
    isHere,
    unsent: count,
    isOffline: isOffline || (error !== null && people !== undefined && !isPermanent(error)),
    problem,
    replaced,
    press: (person: CheckInPerson) => {
      const press = { isHere: !isHere(person), pressedAt: new Date().toISOString() };
      change((now) => ({ ...now, [person.id]: press }));
      void send();
    },
    dismiss: (id: string) => setSent(({ [id]: _, ...others }) => others),
    retry: () => void refetch(),
  };
}
