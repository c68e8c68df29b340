import {
  MAX_LICENSE,
  MAX_MEDIA_LABEL,
  MAX_MEDIA_LABELS,
  MAX_MEDIA_SOURCE,
  type MediaDeletion,
  type MediaEntry,
} from '@portico/contracts/studio/media';
import { MAX_CREDIT } from '@portico/kinds/media';
import { Button } from '@portico/ui/Button';
import { TextField } from '@portico/ui/TextField';
import { useState } from 'react';
import { t } from '../../locale/text.ts';
import styles from './mediaDesk.module.css';
import { detailsOf } from './mediaLabels.ts';
import { useMediaChange, useMediaDeletion, type MediaResult } from './useMediaChange.ts';

interface MediaBulkBarProps {
  selected: ReadonlyMap<string, MediaEntry>;
  onChanged: (outcome: MediaResult[]) => void;
  onDeleted: (outcome: MediaDeletion[]) => void;
  onClear: () => void;
}

const nothing = { license: '', source: '', credit: '', label: '' };

/**
 * Gives the selected pictures and files the same license, source, credit or label, of which empty ones change nothing;
 * deletes them, or brings them back if all are deleted.
 */
export function MediaBulkBar({ selected, onChanged, onDeleted, onClear }: MediaBulkBarProps) {
  const change = useMediaChange();
  const setDeleted = useMediaDeletion();
  const [typed, setTyped] = useState(nothing);
  const [pending, setPending] = useState(false);
  const filled = Object.fromEntries(
    (['license', 'source', 'credit'] as const)
      .map((name) => [name, typed[name].trim()] as const)
      .filter(([, value]) => value !== ''),
  );
  const label = typed.label.trim();
  const apply = async () => {
    setPending(true);
    const outcome = await change(
      [...selected.values()].map((entry) => ({
        ...detailsOf(entry),
        ...filled,
        id: entry.id,
        version: entry.version,
        labels: label === '' ? entry.labels : withLabel(entry.labels, label),
      })),
    );
    setPending(false);
    if (!outcome) return;
    if (outcome.every(({ isChanged }) => isChanged)) setTyped(nothing);
    onChanged(outcome);
  };
  const areDeleted = [...selected.values()].every(({ deletedAt }) => deletedAt !== null);
  const deleteOrRestore = async () => {
    setPending(true);
    const outcome = await setDeleted([...selected.keys()], areDeleted ? 'restored' : 'deleted');
    setPending(false);
    if (outcome) onDeleted(outcome);
  };
  const field = (name: keyof typeof nothing, text: string, maxLength: number) => (
    <TextField
      label={text}
      value={typed[name]}
      maxLength={maxLength}
      onChange={(value) => setTyped({ ...typed, [name]: value })}
    />
  );
  return (
    <section aria-label={t('mediaDesk.bulk')} className={styles.bulk}>
      <p role="status" className={styles.bulkCount}>
        {t('mediaDesk.selected', { count: selected.size })}
      </p>
      {field('license', t('mediaDesk.license'), MAX_LICENSE)}
      {field('source', t('mediaDesk.source'), MAX_MEDIA_SOURCE)}
      {field('credit', t('mediaDesk.credit'), MAX_CREDIT)}
      {field('label', t('mediaDesk.addLabel'), MAX_MEDIA_LABEL)}
      <Button
        variant="primary"
        pending={pending}
        isDisabled={label === '' && Object.keys(filled).length === 0}
        onPress={() => void apply()}
      >
        {t('mediaDesk.apply')}
      </Button>
      <Button pending={pending} onPress={() => void deleteOrRestore()}>
        {t(areDeleted ? 'mediaDesk.restore' : 'mediaDesk.delete')}
      </Button>
      <Button onPress={onClear}>{t('mediaDesk.clearSelection')}</Button>
    </section>
  );
}

/** Without the label if there are too many already. */
const withLabel = (labels: string[], label: string): string[] =>
  labels.length >= MAX_MEDIA_LABELS || labels.some((each) => each.toLowerCase() === label.toLowerCase())
    ? labels
    : [...labels, label];
