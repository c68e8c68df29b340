import { Banner } from '@portico/ui/Banner';
import { Button } from '@portico/ui/Button';
import { CopyField } from '@portico/ui/CopyField';
import { showToast } from '@portico/ui/toasts';
import { useEffect, useRef } from 'react';
import { t } from '../../../locale/text.ts';
import rows from '../../../kit/list/Rows.module.css';
import styles from '../Admin.module.css';

interface SecretOnceProps {
  /** Accessible name of the group. */
  title: string;
  label: string;
  secret: string;
  onDone: () => void;
}

/** A secret to copy now, because the server never returns it again. */
export function SecretOnce({ title, label, secret, onDone }: SecretOnceProps) {
  const group = useRef<HTMLDivElement>(null);
  useEffect(() => group.current?.focus(), []);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      showToast(t('admin.secretCopied'), { type: 'success' });
    } catch {
      showToast(t('admin.secretNotCopied'), { type: 'error' });
    }
  };
  return (
    <div ref={group} tabIndex={-1} role="group" aria-label={title} className={styles.form}>
      <Banner tone="warning">{t('admin.secretCopyNow')}</Banner>
      <CopyField label={label} value={secret} onCopy={() => void copy()} />
      <div className={rows.tools}>
        <Button onPress={onDone}>{t('admin.secretStored')}</Button>
      </div>
    </div>
  );
}
