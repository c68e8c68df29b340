import { Button } from '@portico/ui/Button';
import { showToast } from '@portico/ui/toasts';
import LinkIcon from 'lucide-react/icons/link';
import { t } from '../locale/text.ts';

/** Copies an address to the clipboard, by default that of the page. */
export function CopyLinkButton({ path }: { path?: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(location.origin + (path ?? location.pathname));
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
