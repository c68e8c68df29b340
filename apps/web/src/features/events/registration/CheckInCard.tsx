import { ApiError } from '@portico/client/ApiError';
import { checkIn, getOwnCheckIn } from '@portico/contracts/checkIn';
import { Button } from '@portico/ui/Button';
import { TextField } from '@portico/ui/TextField';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../api/call.ts';
import { query } from '../../../api/query.ts';
import { t } from '../../../locale/text.ts';
import styles from './SignUpCard.module.css';

/** Organizers may turn it on, or check the reader in, while the page is open. */
const REFRESH_MS = 15_000;
const MAX_TYPED = 20;

/** Phones show their digits for it. */
const showDigits = (input: HTMLInputElement | null) => input?.setAttribute('inputmode', 'numeric');

const ownCheckInQuery = (eventId: string) =>
  queryOptions({
    ...query(getOwnCheckIn, { params: { eventId } }),
    throwOnError: false,
    refetchInterval: ({ state }) => (state.data?.isHere ? false : REFRESH_MS),
  });

/** Checks the reader in with the code that is shown at the event, or that the address has from a scanned picture. */
export function CheckInCard({ eventId }: { eventId: string }) {
  const { code } = useSearch({ strict: false }) as { code?: unknown };
  const cache = useQueryClient();
  const own = ownCheckInQuery(eventId);
  const { data } = useQuery(own);
  const [typed, setTyped] = useState(typeof code === 'string' || typeof code === 'number' ? String(code) : '');
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const status = useRef<HTMLParagraphElement>(null);
  const hasSent = useRef(false);
  const isHere = data?.isHere ?? false;
  useEffect(() => {
    // The form is gone; keyboard and screen reader go on where its outcome is.
    if (isHere && hasSent.current) status.current?.focus();
  }, [isHere]);
  if (!data || !(data.isOn || data.isHere)) return null;
  const send = async () => {
    if (typed.trim() === '') return setProblem(t('checkIn.empty'));
    setPending(true);
    setProblem(undefined);
    hasSent.current = true;
    try {
      cache.setQueryData(own.queryKey, await call(checkIn, { params: { eventId }, body: { code: typed } }));
    } catch (error) {
      setProblem(error instanceof ApiError ? error.detail : t('checkIn.failed'));
    } finally {
      setPending(false);
    }
  };
  return (
    <section aria-labelledby="check-in" className={styles.card} data-print="hidden">
      <h2 id="check-in" className={styles.title}>
        {t('checkIn.title')}
      </h2>
      {isHere ? (
        <p ref={status} role="status" tabIndex={-1}>
          {t('checkIn.done')}
        </p>
      ) : (
        <form
          noValidate
          className={styles.status}
          onSubmit={(event) => {
            event.preventDefault();
            void send();
          }}
        >
          <p>{t('checkIn.lead')}</p>
          <TextField
            label={t('checkIn.code')}
            value={typed}
            inputRef={showDigits}
            maxLength={MAX_TYPED}
            error={problem}
            onChange={setTyped}
          />
          <Button type="submit" variant="primary" pending={pending}>
            {t('checkIn.send')}
          </Button>
        </form>
      )}
    </section>
  );
}
