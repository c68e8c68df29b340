import { ApiError } from '@portico/client/ApiError';
import { Button } from '@portico/ui/Button';
import { showToast } from '@portico/ui/toasts';
import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { downloadExport } from './downloadExport.ts';
import { t } from '../../../locale/text.ts';

/** Downloads all entries of a form as a file. `title` is the form's title. */
export function ExportButton({
  formId,
  title,
  format,
  isDisabled,
}: {
  formId: string;
  title: string;
  format: 'csv' | 'xlsx';
  isDisabled: boolean;
}) {
  const [isPending, setIsPending] = useState(false);
  const save = async () => {
    setIsPending(true);
    try {
      showToast(t('forms.saved', { name: await downloadExport(formId, format) }), { type: 'success' });
    } catch (error) {
      showToast(
        `${error instanceof ApiError && error.status === 0 ? error.detail : t('forms.fileNotMade')} ${t('forms.tryLater')}`,
        { type: 'error' },
      );
    } finally {
      setIsPending(false);
    }
  };
  const name = t(format === 'csv' ? 'forms.csv' : 'forms.excel');
  return (
    <Button
      size="small"
      pending={isPending}
      isDisabled={isDisabled}
      aria-label={t('forms.exportOf', { format: name, title })}
      onPress={() => void save()}
    >
      <Download aria-hidden="true" />
      {name}
    </Button>
  );
}
