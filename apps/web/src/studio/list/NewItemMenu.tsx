import { createStudioItem } from '@portico/contracts/studio/studio';
import type { StudioKind } from '@portico/contracts/studio/draft';
import { ApiError } from '@portico/client/ApiError';
import { Button } from '@portico/ui/Button';
import { showToast } from '@portico/ui/toasts';
import { useDismiss } from '@portico/ui/useDismiss';
import { useNavigate } from '@tanstack/react-router';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { t } from '../../locale/text.ts';
import { itemKindLabel } from '../kinds.ts';
import styles from '../StudioPage.module.css';

const kinds: StudioKind[] = ['news', 'event', 'resource', 'document', 'page', 'home'];

/** Creates an item of a kind and opens it, immediately if the address names a kind. */
export function NewItemMenu({ requestedKind }: { requestedKind: StudioKind | undefined }) {
  const [isOpen, setIsOpen] = useState(false);
  const [isCreating, setIsCreating] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const id = useId();
  const navigate = useNavigate();
  useDismiss(menu, isOpen, () => setIsOpen(false));
  const create = async (kind: StudioKind) => {
    setIsOpen(false);
    setIsCreating(true);
    try {
      const item = await call(createStudioItem, { body: { id: crypto.randomUUID(), kind } });
      // Going back must not create another item.
      await navigate({ to: `/studio/${item.id}`, replace: kind === requestedKind });
    } catch (error) {
      showToast(error instanceof ApiError ? error.detail : t('shared.tryAgainSentence'), { type: 'error' });
    } finally {
      setIsCreating(false);
    }
  };
  const createRequested = useEffectEvent(() => {
    if (requestedKind) void create(requestedKind);
  });
  useEffect(() => createRequested(), []);
  return (
    <div ref={menu} className={styles.menu}>
      <Button
        variant="primary"
        pending={isCreating}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onPress={() => setIsOpen(!isOpen)}
      >
        {t('studio.new')}
        <ChevronDown aria-hidden="true" />
      </Button>
      {isOpen && (
        <div id={id} role="group" aria-label={t('studio.new')} className={styles.menuPanel}>
          {kinds.map((kind) => (
            <button key={kind} type="button" className={styles.menuItem} onClick={() => void create(kind)}>
              {itemKindLabel(kind)}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
