import { listDocuments, type PortalDocument } from '@portico/contracts/documents';
import { Button } from '@portico/ui/Button';
import { Dialog } from '@portico/ui/Dialog';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { t } from '../../../locale/text.ts';
import { studioKey } from '../studio.queries.ts';
import type { PickedDocument } from '../text/Pickers.ts';
import styles from './Pickers.module.css';

const PAGE_SIZE = '50';

/** A dialog to pick a published document from a list sorted by title. */
export function DocumentPicker({ onDone }: { onDone: (document: PickedDocument | undefined) => void }) {
  const [page, setPage] = useState(1);
  const { data } = useQuery({
    queryKey: [...studioKey, 'documents', page],
    queryFn: ({ signal }) =>
      call(
        listDocuments,
        { query: { page: String(page), pageSize: PAGE_SIZE, sortBy: 'Title', sort: 'Ascending' } },
        { signal },
      ),
    throwOnError: false,
  });
  const pick = ({ id, header, format, bytes }: PortalDocument) =>
    onDone({ documentId: id, title: header, format, bytes });
  const isLast = data !== undefined && page * data.pageSize >= data.total;
  return (
    <Dialog
      isOpen
      onOpenChange={() => onDone(undefined)}
      title={t('studio.documentTitle')}
      actions={<Button onPress={() => onDone(undefined)}>{t('shared.cancel')}</Button>}
    >
      <div className={styles.picker}>
        <ul className={styles.options} aria-label={t('studio.documentTitle')}>
          {(data?.items ?? []).map((document) => (
            <li key={document.id}>
              <button type="button" className={styles.option} onClick={() => pick(document)}>
                <span>{document.header}</span>
                <span className={styles.kind}>{document.format}</span>
              </button>
            </li>
          ))}
        </ul>
        {data?.items.length === 0 && <p role="status">{t('studio.noDocuments')}</p>}
        <div className={styles.pages}>
          {page > 1 && (
            <Button size="small" onPress={() => setPage(page - 1)}>
              {t('studio.previous')}
            </Button>
          )}
          {!isLast && data && (
            <Button size="small" onPress={() => setPage(page + 1)}>
              {t('studio.next')}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}
