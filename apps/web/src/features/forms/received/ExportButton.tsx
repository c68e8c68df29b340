import { ApiError } from '@portico/client/ApiError';
import { Button } from '@portico/ui/Button';
import { showToast } from '@portico/ui/toasts';
import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { downloadExport } from './downloadExport.ts';

/** Saves all entries of a form as a file. `title` is that of the form. */
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
      showToast(`${await downloadExport(formId, format)} was saved.`, { type: 'success' });
    } catch (error) {
      showToast(
        `${error instanceof ApiError && error.status === 0 ? error.detail : 'The file could not be made.'} Try again in a moment.`,
        { type: 'error' },
      );
    } finally {
      setIsPending(false);
    }
  };
  const name = format === 'csv' ? 'CSV' : 'Excel';
  return (
    <Button
      size="small"
      pending={isPending}
      isDisabled={isDisabled}
      aria-label={`${name} of ${title}`}
      onPress={() => void save()}
    >
      <Download aria-hidden="true" />
      {name}
    </Button>
  );
}
