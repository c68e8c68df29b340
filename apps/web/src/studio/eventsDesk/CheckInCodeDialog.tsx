import { getCheckInCode, setCheckInCode } from '@portico/contracts/checkIn';
import { Button } from '@portico/ui/Button';
import { Dialog } from '@portico/ui/Dialog';
import { Skeleton } from '@portico/ui/Skeleton';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { encode } from 'uqr';
import { call } from '../../api/call.ts';
import { query } from '../../api/query.ts';
import { eventDateLabel, timeLabel } from '../../dates/dateLabels.ts';
import { t } from '../../locale/text.ts';
import { reasonOf } from '../reasonOf.ts';
import styles from './eventsDesk.module.css';

/** A code is accepted for a minute after it was replaced, so a few seconds do not matter. */
const REFRESH_MS = 5_000;

const checkInCodeQuery = (itemId: string) =>
  queryOptions({
    ...query(getCheckInCode, { params: { itemId } }),
    refetchInterval: REFRESH_MS,
    throwOnError: false,
  });

const momentLabel = (instant: string): string => `${eventDateLabel(instant)}, ${timeLabel(instant)}`;

interface CheckInCodeDialogProps {
  itemId: string;
  onClose: () => void;
}

/** The code with which people check in on their own phones, for a screen at the door. */
export function CheckInCodeDialog({ itemId, onClose }: CheckInCodeDialogProps) {
  const cache = useQueryClient();
  const shown = checkInCodeQuery(itemId);
  const { data, error } = useQuery(shown);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const turn = async (isOn: boolean) => {
    setPending(true);
    setProblem(undefined);
    try {
      cache.setQueryData(shown.queryKey, await call(setCheckInCode, { params: { itemId }, body: { isOn } }));
    } catch (failure) {
      setProblem(reasonOf(failure));
    } finally {
      setPending(false);
    }
  };
  return (
    <Dialog
      isOpen
      title={t('checkIn.dialog')}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      actions={
        <>
          {data && (
            <Button
              variant={data.isOn ? 'secondary' : 'primary'}
              pending={pending}
              onPress={() => void turn(!data.isOn)}
            >
              {t(data.isOn ? 'checkIn.turnOff' : 'checkIn.turnOn')}
            </Button>
          )}
          <Button onPress={onClose}>{t('checkIn.close')}</Button>
        </>
      }
    >
      <div className={styles.fields}>
        <p>{t('checkIn.explained')}</p>
        {!data && !error && <Skeleton shape="box" height="12rem" />}
        {!data && error && <p className={styles.problem}>{t('checkIn.notLoaded')}</p>}
        {data?.isOn && data.code === null && (
          <p>{t('checkIn.waits', { opens: momentLabel(data.opensAt), closes: momentLabel(data.closesAt) })}</p>
        )}
        {data?.code && (
          <div className={styles.doorCode}>
            <p>
              {t('checkIn.now')} <strong>{data.code}</strong>
            </p>
            <CodePicture address={`${location.origin}/events/${itemId}?code=${data.code}`} />
          </div>
        )}
        <p role="status" className={styles.problem}>
          {problem}
        </p>
      </div>
    </Dialog>
  );
}

/** A QR code, dark on white in every theme, as scanners need it. */
function CodePicture({ address }: { address: string }) {
  const { size, data } = useMemo(() => encode(address, { ecc: 'M', border: 4 }), [address]);
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg role="img" aria-label={t('checkIn.qr')} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
