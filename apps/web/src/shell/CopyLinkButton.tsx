import { Button } from '@portico/ui/Button';
import { showToast } from '@portico/ui/toasts';
import LinkIcon from 'lucide-react/icons/link';

/** Puts the address of the open page on the clipboard. */
export function CopyLinkButton() {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(location.origin + location.pathname);
      showToast('Link copied.', { type: 'success' });
    } catch {
      showToast('The link could not be copied. Copy it from the address bar instead.', { type: 'error' });
    }
  };
  return <Button variant="quiet" size="small" onPress={() => void copy()} data-print="hidden"><LinkIcon aria-hidden="true" />Copy link</Button>;
}
