import { Button } from '@portico/ui/Button';
import { showToast } from '@portico/ui/toasts';
import LinkIcon from 'lucide-react/icons/link';
import { t } from '../locale/text.ts';

/** Copies the address of the page to the clipboard. */
export function CopyLinkButton() {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(location.origin + location.pathname);
      showToast(t('shared.linkCopied'), { type: 'success' });
    } catch {
      showToast(t('shared.linkNotCopied'), { type: 'error' });
    }
  };
  return (
    <Button variant="quiet" size="small" onPress={() => void copy()} data-print="hidden">
      <LinkIcon aria-hidden="true" />
      {t('shared.copyLink')}
    </Button>
  );
}
