import { Button } from '@portico/ui/Button';
import Printer from 'lucide-react/icons/printer';
import { t } from '../locale/text.ts';

/** Opens the print dialog for the page. */
export function PrintButton() {
  return (
    <Button variant="quiet" size="small" onPress={() => window.print()}>
      <Printer aria-hidden="true" />
      {t('shared.print')}
    </Button>
  );
}
