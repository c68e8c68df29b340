import { Dialog } from '@portico/ui/Dialog';
import { Skeleton } from '@portico/ui/Skeleton';
import { SegmentedControl } from '@portico/ui/SegmentedControl';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../locale/text.ts';
import { LoadError } from '../LoadError.tsx';
import type { SessionState } from '../session/sessionState.ts';
import styles from './PreviewDialog.module.css';
import { PreviewAddresses } from './PreviewAddresses.tsx';
import { PreviewReader, visibilityLabel, type PreviewOptions } from './PreviewReader.tsx';
import { pageOfDraft, previewQuery } from './previews.queries.ts';
import type { PreviewTheme, PreviewWidth } from './PreviewFrame.tsx';
import { PreviewSheet } from './PreviewSheet.tsx';

/**
 * Previews an item for a reader, a time and a screen width, or explains why it is hidden; also manages preview
 * addresses for colleagues.
 */
export function PreviewDialog({ state, onClose }: { state: SessionState; onClose: () => void }) {
  const [width, setWidth] = useState<PreviewWidth>('1440');
  const [theme, setTheme] = useState<PreviewTheme>(() =>
    matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
  );
  const [options, setOptions] = useState<PreviewOptions>({ of: 'Draft' });
  const { data, error, isFetching, refetch } = useQuery(previewQuery(state.item.id, state.sequence, options));
  // The draft includes changes that are not saved yet, so it is shown even while the server can’t be reached.
  const draft = options.of === 'Draft' && (data || error) ? state.view : data?.draft;
  return (
    <Dialog isOpen onOpenChange={onClose} title={t('studio.preview')} size="large">
      <div className={styles.tools}>
        <SegmentedControl
          label={t('studio.previewWidth')}
          value={width}
          onChange={setWidth}
          options={[
            { value: '390', label: t('studio.phone') },
            { value: '820', label: t('studio.tablet') },
            { value: '1440', label: t('studio.desktop') },
          ]}
        />
        <SegmentedControl
          label={t('releases.previewTheme')}
          value={theme}
          onChange={setTheme}
          options={[
            { value: 'light', label: t('releases.light') },
            { value: 'dark', label: t('releases.dark') },
          ]}
        />
      </div>
      <PreviewReader value={options} onChange={setOptions} />
      {error ? (
        <LoadError title={t('releases.previewFailed')} error={error} onRetry={refetch} isRetrying={isFetching} />
      ) : (
        data && <p role="status">{visibilityLabel(data.reasons)}</p>
      )}
      {draft ? (
        <PreviewSheet
          title={draft.fields.header || t('studio.untitled')}
          shown={pageOfDraft(state.item.kind, state.item.id, draft, data?.surroundings)}
          width={width}
          theme={theme}
        />
      ) : (
        !error && <Preparing isReady={data !== undefined} />
      )}
      <PreviewAddresses itemId={state.item.id} />
    </Dialog>
  );
}

/** Readers see nothing, once that is known. */
const Preparing = ({ isReady }: { isReady: boolean }) =>
  isReady ? <p>{t('releases.nothingShown')}</p> : <Skeleton shape="box" height="12rem" />;
