import { ApiError } from '@portico/client/ApiError';
import { showToast } from '@portico/ui/toasts';
import { downloadFile, type Download } from '../api/downloadFile.ts';

interface SavedFile extends Download {
  /** Says that a file of this name was saved. */
  savedLabel: (name: string) => string;
}

/** Downloads a file from the API. A toast says that it was saved, or why not. */
export async function saveFile(path: string, { savedLabel, ...download }: SavedFile): Promise<void> {
  try {
    showToast(savedLabel(await downloadFile(path, download)), { type: 'success' });
  } catch (error) {
    showToast(error instanceof ApiError ? error.detail : download.texts.failed, { type: 'error' });
  }
}
