import type { CallResult } from '@portico/contracts/endpoint';
import { createPreviewAddress, endPreviewAddress } from '@portico/contracts/studio/previews';
import { Button } from '@portico/ui/Button';
import { CopyField } from '@portico/ui/CopyField';
import { Select } from '@portico/ui/Select';
import { TextField } from '@portico/ui/TextField';
import { showToast } from '@portico/ui/toasts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { newsDateLabel } from '../../dates/dateLabels.ts';
import { t } from '../../locale/text.ts';
import rows from '../../kit/list/Rows.module.css';
import styles from '../Sections.module.css';
import { LoadError } from '../LoadError.tsx';
import { reasonOf } from '../reasonOf.ts';
import { addressesQuery, peopleQuery } from './previews.queries.ts';

/** Addresses where colleagues can read the draft. */
export function PreviewAddresses({ itemId }: { itemId: string }) {
  const cache = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery(addressesQuery(itemId));
  const [text, setText] = useState('');
  const [personId, setPersonId] = useState('');
  const found = useQuery(peopleQuery(text));
  const act = async (send: () => Promise<CallResult<typeof createPreviewAddress>>) => {
    try {
      cache.setQueryData(addressesQuery(itemId).queryKey, await send());
    } catch (error) {
      showToast(reasonOf(error), { type: 'error' });
    }
  };
  const create = () =>
    act(() =>
      call(createPreviewAddress, {
        params: { itemId },
        body: { id: crypto.randomUUID(), personIds: personId === '' ? [] : [personId] },
      }),
    );
  const copy = async (address: string) => {
    await navigator.clipboard.writeText(address);
    showToast(t('releases.saidCopied'), { type: 'success' });
  };
  return (
    <section aria-labelledby="addresses-title" className={styles.section}>
      <h3 id="addresses-title">{t('releases.addresses')}</h3>
      <p className={rows.facts}>{t('releases.addressesHelp')}</p>
      <div className={styles.fields}>
        <TextField label={t('releases.addressPerson')} value={text} onChange={setText} />
        {(found.data?.items.length ?? 0) > 0 && (
          <Select<string>
            label={t('releases.previewFound')}
            value={personId}
            options={[
              { value: '', label: t('releases.addressEditors') },
              ...found.data!.items.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={setPersonId}
          />
        )}
      </div>
      <div className={rows.tools}>
        <Button onPress={() => void create()}>{t('releases.addressMake')}</Button>
      </div>
      {error && !data && (
        <LoadError title={t('studio.notLoaded')} error={error} onRetry={refetch} isRetrying={isFetching} />
      )}
      <ul className={rows.rows}>
        {data?.items.map(({ id, endsAt, readers }) => {
          const address = `${location.origin}/studio/previews/${id}`;
          const names = [t('releases.addressEditors'), ...readers].join(', ');
          return (
            <li key={id} className={rows.row}>
              <div className={rows.what}>
                <CopyField
                  label={t('releases.addressFor', { names, day: newsDateLabel(endsAt) })}
                  value={address}
                  onCopy={() => void copy(address)}
                />
              </div>
              <Button
                size="small"
                onPress={() => void act(() => call(endPreviewAddress, { params: { itemId, previewId: id } }))}
              >
                {t('releases.addressEnd')}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
